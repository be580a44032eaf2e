import type { Blocked, Offer, PaymentFacts } from '@open-banking/pages';
import { Money, type AccountReference } from '@open-banking/messages';
import type { BusinessCalendar } from '@open-banking/ais-pis-ledger';
import { matches, type Referenced } from '@open-banking/ais-pis-accounts';
import { creditorIban } from './payee/creditor.js';
import { executionDay, type Moment } from './execution-day.js';
import type { PayerRow, PaymentToApprove } from './payment-approvals.statements.js';
import { paymentPhase, waitsForFirst, type TransactionStatus } from './payment.js';
import { chargeBearerOf, feeOf, type Scheme } from './payment-products.js';
import { debtorNameFor } from './scheme/scheme-rules.js';

export interface PaymentSituation {
  readonly payment: PaymentToApprove;
  /** Of the payment's product. */
  readonly scheme: Scheme;
  readonly status: TransactionStatus;
  readonly psuId: string;
  /** The customer's accounts, of any currency and state. */
  readonly accounts: readonly PayerRow[];
  readonly now: Moment;
  readonly calendar: BusinessCalendar;
}

interface Evaluation {
  readonly payers: readonly PayerRow[];
  readonly choose?: 'one';
  readonly second?: true;
  readonly approved?: true;
  readonly blocked?: Blocked;
}

/** What the payment currently asks of this customer. Deterministic: the same situation gives the same facts in the same order. */
export function paymentTerms(situation: PaymentSituation): PaymentFacts {
  const {
    payment: { request, product },
  } = situation;
  const { payers, choose = 'none', second = false, approved = false, blocked } = evaluate(situation);
  return {
    kind: 'payment',
    amount: request.instructedAmount,
    creditorName: request.creditorName,
    creditorAccount: accountNumber(request.creditorAccount),
    product,
    ...agreedTerms(situation, approved),
    ...remittanceOf(request),
    offers: payers.map(payerOffer),
    choose,
    second,
    ...(approved && paymentPhase(situation.status) === 'active' && { approved }),
    unavailable: [],
    ...(blocked && { blocked }),
  };
}

/** Execution day and fee: as of now, or as approved. */
function agreedTerms(situation: PaymentSituation, approved: boolean): Pick<PaymentFacts, 'executionDate' | 'dated' | 'asked' | 'fee'> {
  const {
    payment: { requested, fee, executionDate, currency },
    now: { today },
  } = situation;
  const day = approved ? executionDate! : executionDayAsked(situation);
  const later = requested !== null && (requested > today || (approved && requested === day));
  return {
    executionDate: day,
    dated: later,
    ...(later && requested < day && { asked: requested }),
    fee: { currency, amount: approved ? fee : feeNow(situation).toString() },
  };
}

function evaluate(situation: PaymentSituation): Evaluation {
  const { payment, status, psuId, accounts } = situation;
  if (paymentPhase(status) === 'ended') return { payers: [], blocked: 'state' };
  if (waitsForFirst(status))
    return payment.request.debtorAccount ? named(situation, payment.request.debtorAccount) : chosenByCustomer(situation);
  const debtor = accounts.filter(({ accountId }) => accountId === payment.debtorAccountId);
  // Whether or not they have approved, it is not for customers who do not own the account, or no longer do.
  if (debtor.length === 0) return { payers: [], blocked: 'customer' };
  if (payment.approvers.includes(psuId)) return { payers: debtor, approved: true };
  if (status !== 'PATC') return { payers: [], blocked: 'customer' };
  return debtor[0]!.status === 'enabled' ? { payers: debtor, second: true } : { payers: [], blocked: 'account-blocked' };
}

/** The account named in the request. The reason why it cannot pay is not revealed, because it may belong to somebody else. */
function named(situation: PaymentSituation, reference: AccountReference): Evaluation {
  const { payment, accounts } = situation;
  const [own] = accounts.filter((account) => matches(reference, referenced(account)));
  if (own?.status === 'blocked') return { payers: [], blocked: 'account-blocked' };
  if (!own || !canPay(own, payment)) return { payers: [], blocked: 'accounts' };
  return hasCarriedName(own, situation) ? { payers: [own] } : { payers: [], blocked: 'no-latin-name' };
}

/** The request leaves the choice of the account to the customer. */
function chosenByCustomer(situation: PaymentSituation): Evaluation {
  const { payment, accounts } = situation;
  const able = accounts.filter((account) => canPay(account, payment));
  const payers = able.filter((account) => hasCarriedName(account, situation));
  if (payers.length > 0) return { payers, choose: 'one' };
  if (able.length > 0) return { payers, blocked: 'no-latin-name' };
  return {
    payers: [],
    blocked: accounts.some((account) => account.status === 'blocked' && canPay({ ...account, status: 'enabled' }, payment))
      ? 'account-blocked'
      : 'nothing',
  };
}

/** There is no currency exchange, so the account must have the payment's currency. An account cannot pay itself. */
const canPay = ({ accountId, currency, status }: PayerRow, payment: PaymentToApprove): boolean =>
  status === 'enabled' && currency === payment.currency && accountId !== payment.creditorAccountId;

/** Whether a message to another bank has a name of the debtor: the request's own, or one of the owner that the scheme can carry. */
const hasCarriedName = (payer: PayerRow, { payment, scheme }: PaymentSituation): boolean =>
  payment.creditorAccountId !== null || payment.request.debtorName !== undefined || debtorNameFor(scheme, payer) !== undefined;

const executionDayAsked = ({ payment, scheme, now, calendar }: PaymentSituation): string => {
  const { requested, currency, product, creditorAccountId } = payment;
  return executionDay({ requested, currency, inside: creditorAccountId !== null, product, scheme }, now, calendar);
};

/** No fee inside the bank; otherwise the scheme's fee for the charge bearer in the payment's currency, which is also the account's. */
function feeNow({ payment, scheme }: PaymentSituation): Money {
  return payment.creditorAccountId === null
    ? feeOf(scheme, chargeBearerOf(payment.request.chargeBearer, scheme), payment.currency)
    : Money.zero(payment.currency);
}

function remittanceOf({
  remittanceInformationUnstructured: text,
  remittanceInformationUnstructuredArray: lines,
  remittanceInformationStructured: structured,
}: PaymentToApprove['request']): Pick<PaymentFacts, 'remittance'> {
  const remittance = text ?? lines?.join(' ') ?? structured?.reference;
  return remittance === undefined ? {} : { remittance };
}

const payerOffer = (payer: PayerRow): Offer => ({
  key: `ais-pis:${payer.accountId}`,
  service: 'ais-pis',
  kind: 'account',
  resourceId: payer.accountId,
  name: payer.name,
  number: payer.iban,
  currency: payer.currency,
  rule: payer.rule,
  permissions: [],
});

const referenced = ({ iban, currency, cashAccountType }: PayerRow): Referenced => ({
  reference: { iban, currency },
  currency,
  cashAccountType,
});

const accountNumber = (account: AccountReference): string => creditorIban(account) ?? account.bban ?? account.other?.identification ?? '';
