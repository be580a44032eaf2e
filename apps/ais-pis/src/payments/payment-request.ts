import { Money, monthsAfter, Refusal, type Fault } from '@open-banking/messages';
import type { PaymentRequest } from './payments.messages.js';
import { type ChargeBearer, type Scheme } from './payment-products.js';
import { offeredProducts, schemeOf } from './scheme.js';

/** All lines of unstructured remittance information together, a space between two: what every scheme carries. */
const longestRemittance = 140;

/** How far ahead a payment may be dated. */
const furthestMonths = 12;

interface Day {
  readonly today: string;
}
interface Where {
  readonly paymentProduct: string;
}

/** What the schema of a payment cannot say: whether its product can carry it. Throws PRODUCT_UNKNOWN where there is no such product. */
export function paymentFaults(
  request: Partial<PaymentRequest> | null,
  { today }: Day,
  misformed: readonly Fault[],
  { paymentProduct }: Where,
): Fault[] {
  const scheme = offeredScheme(paymentProduct);
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return [];
  const wellFormed = (field: keyof PaymentRequest) =>
    request[field] !== undefined &&
    !misformed.some(({ path = '' }) => path === '' || path === `/${field}` || path.startsWith(`/${field}/`));
  const faults: Fault[] = [
    ...missing(request, scheme, paymentProduct),
    ...(wellFormed('instructedAmount') ? amountFaults(request.instructedAmount!, scheme, paymentProduct) : []),
    ...(wellFormed('creditorAccount') ? creditorFaults(request as PaymentRequest, scheme, paymentProduct) : []),
    ...(wellFormed('chargeBearer') ? bearerFaults(request.chargeBearer!, scheme, paymentProduct) : []),
    ...remittanceFaults(request, wellFormed('remittanceInformationUnstructuredArray')),
  ];
  // Alone it is told by `create`: a copy of a request that was accepted is answered as that was, also when its day has passed.
  return faults.length + misformed.length > 0 && wellFormed('requestedExecutionDate')
    ? [...faults, ...dateFaults(request.requestedExecutionDate, today)]
    : faults;
}

function offeredScheme(product: string): Scheme {
  const scheme = schemeOf(product);
  if (scheme && scheme.offered !== false) return scheme;
  throw new Refusal([{ code: 'PRODUCT_UNKNOWN', path: 'payment-product', text: `This bank has ${offeredProducts().join(', ')}.` }]);
}

/** The three ways to say what a payment is for; a scheme carries one of them. */
const remittances = [
  'remittanceInformationUnstructured',
  'remittanceInformationUnstructuredArray',
  'remittanceInformationStructured',
] as const;

function remittanceFaults(request: Partial<PaymentRequest>, linesFormed: boolean): Fault[] {
  const [given, ...more] = remittances.filter((name) => request[name] !== undefined);
  const faults = more.map((name): Fault => ({
    code: 'PARAMETER_NOT_CONSISTENT',
    path: `/${name}`,
    text: `Cannot stand beside ${given}: give remittance information in one form.`,
  }));
  const lines = linesFormed ? request.remittanceInformationUnstructuredArray! : [];
  if (lines.join(' ').length <= longestRemittance) return faults;
  return [
    ...faults,
    {
      code: 'FORMAT_ERROR',
      path: '/remittanceInformationUnstructuredArray',
      text: `Must have at most ${longestRemittance} characters in all, counting one between two entries.`,
    },
  ];
}

/** A charge bearer that would change nothing is not accepted in silence. */
function bearerFaults(bearer: string, { chargeBearers }: Scheme, product: string): Fault[] {
  if (chargeBearers.includes(bearer as ChargeBearer)) return [];
  const why = bearer === 'CRED' ? ' This bank does not deduct its fee from the amount.' : '';
  return [{ code: 'PAYMENT_FAILED', path: '/chargeBearer', text: `${product} takes ${chargeBearers.join(', ')}.${why}` }];
}

const missing = (request: Partial<PaymentRequest>, { required }: Scheme, product: string): Fault[] =>
  required
    .filter((field) => request[field] === undefined)
    .map((field) => ({ code: 'FORMAT_ERROR', path: `/${field}`, text: `This field is required for ${product}.` }));

function amountFaults({ currency, amount }: PaymentRequest['instructedAmount'], { currencies, highest }: Scheme, product: string): Fault[] {
  if (currencies && !currencies.includes(currency)) {
    return [{ code: 'PAYMENT_FAILED', path: '/instructedAmount/currency', text: `${product} carries ${currencies.join(', ')} only.` }];
  }
  const asked = Money.of(currency, amount);
  if (asked.isZero) return [{ code: 'PAYMENT_FAILED', path: '/instructedAmount/amount', text: 'The amount must be more than zero.' }];
  if (highest !== undefined && asked.decimal.greaterThan(highest)) {
    return [{ code: 'PAYMENT_FAILED', path: '/instructedAmount/amount', text: `${product} carries at most ${highest} ${currency}.` }];
  }
  return [];
}

function creditorFaults({ creditorAccount, debtorAccount }: PaymentRequest, scheme: Scheme, product: string): Fault[] {
  const faults = schemeFaults(creditorAccount, scheme, product);
  if (['pan', 'maskedPan', 'msisdn'].some((name) => name in creditorAccount)) {
    faults.push({ code: 'PAYMENT_FAILED', path: '/creditorAccount', text: 'Pay to an account: iban, bban or other.' });
  }
  if (
    debtorAccount?.iban !== undefined &&
    debtorAccount.iban === creditorAccount.iban &&
    debtorAccount.currency === creditorAccount.currency
  ) {
    faults.push({ code: 'PARAMETER_NOT_CONSISTENT', path: '/creditorAccount', text: 'Debtor and creditor account are the same.' });
  }
  return faults;
}

/** What the scheme asks of the creditor's account. */
function schemeFaults(creditorAccount: PaymentRequest['creditorAccount'], { iban, currencies }: Scheme, product: string): Fault[] {
  const faults: Fault[] = [];
  if (iban && creditorAccount.iban === undefined)
    faults.push({ code: 'PAYMENT_FAILED', path: '/creditorAccount', text: `${product} names the creditor's account by its IBAN.` });
  if (currencies?.includes('ILS') && creditorAccount.iban !== undefined && !creditorAccount.iban.startsWith('IL')) {
    faults.push({ code: 'PAYMENT_FAILED', path: '/creditorAccount/iban', text: `${product} reaches accounts in Israel only.` });
  }
  return faults;
}

/** Whether a day can still be asked for. */
export function dateFaults(date: string | undefined, today: string): Fault[] {
  if (date === undefined) return [];
  const last = monthsAfter(today, furthestMonths);
  return date >= today && date <= last
    ? []
    : [{ code: 'EXECUTION_DATE_INVALID', path: '/requestedExecutionDate', text: `Days from ${today} to ${last} can be asked for.` }];
}
