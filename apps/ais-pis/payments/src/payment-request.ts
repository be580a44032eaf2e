import { formats, isShekelNumber, Money, monthsAfter, Refusal, shekelCountry, shekelNumberForm, type Fault } from '@open-banking/messages';
import { comparableAccount, creditorIban } from './payee/creditor.js';
import type { PaymentRequest } from './payments.messages.js';
import type { ChargeBearer, PaymentProducts, Scheme } from './payment-products.js';

/** Maximum length of all remittance lines joined by spaces, which every scheme can carry. */
const maxRemittanceLength = 140;

/** How far ahead a payment may be dated. */
const maxMonthsAhead = 12;

interface Day {
  readonly today: string;
}
interface ProductPath {
  readonly paymentProduct: string;
}

/** Faults that the schema cannot express, such as limits of the product. Throws PRODUCT_UNKNOWN if there is no such product. */
export function paymentFaults(
  request: Partial<PaymentRequest> | null,
  { today }: Day,
  schemaFaults: readonly Fault[],
  { paymentProduct }: ProductPath,
  products: PaymentProducts,
): Fault[] {
  const scheme = offeredScheme(paymentProduct, products);
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return [];
  const wellFormed = (field: keyof PaymentRequest) =>
    request[field] !== undefined &&
    !schemaFaults.some(({ path = '' }) => path === '' || path === `/${field}` || path.startsWith(`/${field}/`));
  const faults: Fault[] = [
    ...missing(request, scheme, paymentProduct),
    ...(wellFormed('instructedAmount') ? amountFaults(request.instructedAmount!, scheme, paymentProduct) : []),
    ...(wellFormed('creditorAccount') ? creditorFaults(request as PaymentRequest, scheme, paymentProduct) : []),
    ...(wellFormed('chargeBearer') ? bearerFaults(request.chargeBearer!, scheme, paymentProduct) : []),
    ...remittanceFaults(request, wellFormed('remittanceInformationUnstructuredArray')),
  ];
  // A past execution date alone is left to `create`: a repeated request gets its first response, even after that day.
  return faults.length + schemaFaults.length > 0 && wellFormed('requestedExecutionDate')
    ? [...faults, ...dateFaults(request.requestedExecutionDate, today)]
    : faults;
}

function offeredScheme(product: string, products: PaymentProducts): Scheme {
  const scheme = products.schemeOf(product);
  if (scheme && scheme.offered !== false) return scheme;
  throw unknownProduct(products);
}

/** Of a path that names a product which this bank does not have. */
export const unknownProduct = ({ offered }: PaymentProducts): Refusal =>
  new Refusal([{ code: 'PRODUCT_UNKNOWN', path: 'payment-product', text: `Must be one of ${offered.join(', ')}.` }]);

/** The three forms of remittance information; a payment may use one of them. */
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
    text: `Cannot be combined with ${given}: use only one form of remittance information.`,
  }));
  const lines = linesFormed ? request.remittanceInformationUnstructuredArray! : [];
  if (lines.join(' ').length <= maxRemittanceLength) return faults;
  return [
    ...faults,
    {
      code: 'FORMAT_ERROR',
      path: '/remittanceInformationUnstructuredArray',
      text: `Must have at most ${maxRemittanceLength} characters in total, counting one between two entries.`,
    },
  ];
}

/** An unsupported charge bearer is refused rather than ignored. */
function bearerFaults(bearer: string, { chargeBearers }: Scheme, product: string): Fault[] {
  if (chargeBearers.includes(bearer as ChargeBearer)) return [];
  const why = bearer === 'CRED' ? ' This bank does not deduct its fee from the amount.' : '';
  return [{ code: 'PAYMENT_FAILED', path: '/chargeBearer', text: `${product} supports ${chargeBearers.join(', ')}.${why}` }];
}

const missing = (request: Partial<PaymentRequest>, { required }: Scheme, product: string): Fault[] =>
  required
    .filter((field) => request[field] === undefined)
    .map((field) => ({ code: 'FORMAT_ERROR', path: `/${field}`, text: `This field is required for ${product}.` }));

function amountFaults({ currency, amount }: PaymentRequest['instructedAmount'], { currencies, highest }: Scheme, product: string): Fault[] {
  if (currencies && !currencies.includes(currency)) {
    return [{ code: 'PAYMENT_FAILED', path: '/instructedAmount/currency', text: `${product} supports only ${currencies.join(', ')}.` }];
  }
  const requested = Money.of(currency, amount);
  if (requested.isZero) return [{ code: 'PAYMENT_FAILED', path: '/instructedAmount/amount', text: 'The amount must be more than zero.' }];
  if (highest !== undefined && requested.decimal.greaterThan(highest)) {
    return [
      { code: 'PAYMENT_FAILED', path: '/instructedAmount/amount', text: `${product} supports amounts of at most ${highest} ${currency}.` },
    ];
  }
  return [];
}

function creditorFaults({ creditorAccount, debtorAccount }: PaymentRequest, scheme: Scheme, product: string): Fault[] {
  const disguised = disguiseFaults(creditorAccount);
  const faults = disguised.length > 0 ? disguised : accountFaults(creditorAccount, scheme, product);
  if (['maskedPan', 'msisdn'].some((name) => name in creditorAccount)) {
    faults.push({ code: 'PAYMENT_FAILED', path: '/creditorAccount', text: 'Must identify an account by iban, bban or other.' });
  }
  const creditor = creditorIban(creditorAccount);
  if (
    debtorAccount &&
    creditor !== undefined &&
    creditor === creditorIban(debtorAccount) &&
    debtorAccount.currency === creditorAccount.currency
  ) {
    faults.push({ code: 'PARAMETER_NOT_CONSISTENT', path: '/creditorAccount', text: 'Must differ from the debtor account.' });
  }
  return faults;
}

/** An IBAN or a domestic number that is named as something else: by that name its owner could not be checked, nor an account of this bank be found. */
function disguiseFaults({ bban, other }: PaymentRequest['creditorAccount']): Fault[] {
  const [path, number] =
    bban === undefined ? ['/creditorAccount/other/identification', other?.identification] : ['/creditorAccount/bban', bban];
  if (number === undefined) return [];
  const plain = comparableAccount(number);
  if (formats.iban.is(plain))
    return [{ code: 'FORMAT_ERROR', path, text: 'This is an IBAN: send it as iban, in capitals without spaces.' }];
  if (other === undefined || !isShekelNumber(plain)) return [];
  return [{ code: 'FORMAT_ERROR', path, text: 'This is a domestic account number: send it as bban, digits alone, or as iban.' }];
}

/** The form of the creditor's account that a product requires. */
function accountFaults(creditorAccount: PaymentRequest['creditorAccount'], { iban, currencies }: Scheme, product: string): Fault[] {
  const isInShekels = currencies?.includes('ILS') === true;
  if (iban && creditorAccount.iban === undefined)
    return [{ code: 'PAYMENT_FAILED', path: '/creditorAccount', text: `${product} requires the IBAN of the creditor's account.` }];
  return isInShekels ? shekelAccountFaults(creditorAccount, product) : [];
}

/** Shekel clearing has one form of account: bank, branch and number, as an Israeli IBAN or its domestic number has them. */
function shekelAccountFaults({ iban, bban, other }: PaymentRequest['creditorAccount'], product: string): Fault[] {
  if (iban !== undefined && !iban.startsWith(shekelCountry))
    return [{ code: 'PAYMENT_FAILED', path: '/creditorAccount/iban', text: `${product} reaches only accounts in Israel.` }];
  if (bban !== undefined && !isShekelNumber(bban))
    return [{ code: 'PAYMENT_FAILED', path: '/creditorAccount/bban', text: `${product} requires ${shekelNumberForm}.` }];
  if (other === undefined) return [];
  return [
    {
      code: 'PAYMENT_FAILED',
      path: '/creditorAccount/other',
      text: `${product} requires the creditor's account as iban, or as bban: ${shekelNumberForm}.`,
    },
  ];
}

/** Refuses a requested execution date outside the allowed range. */
export function dateFaults(date: string | undefined, today: string): Fault[] {
  if (date === undefined) return [];
  const last = monthsAfter(today, maxMonthsAhead);
  return date >= today && date <= last
    ? []
    : [{ code: 'EXECUTION_DATE_INVALID', path: '/requestedExecutionDate', text: `Must be from ${today} to ${last}.` }];
}
