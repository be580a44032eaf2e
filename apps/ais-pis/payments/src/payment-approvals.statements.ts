import type { Holder } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';
import type { PaymentTimes } from './payment.js';
import type { PaymentRequest } from './payments.messages.js';

/** A payment with the details that its approval needs. */
export interface PaymentToApprove extends PaymentTimes {
  readonly paymentId: string;
  readonly product: string;
  readonly request: PaymentRequest;
  readonly currency: string;
  /** The day that the client requested. */
  readonly requested: string | null;
  readonly debtorAccountId: string | null;
  readonly fee: string;
  readonly executionDate: string | null;
  /** Customers who have approved so far. */
  readonly approvers: readonly string[];
  /** The creditor's account, if it is at this bank. */
  readonly creditorAccountId: string | null;
}

const columns = /* sql */ `
  p.payment_id as "paymentId", p.payment_product as product, p.request, p.currency, p.requested_execution_date::text as requested,
  p.transaction_status as "transactionStatus", p.approve_by as "approveBy", p.debtor_account_id as "debtorAccountId", p.fee::text, p.execution_date::text as "executionDate",
  array(select a.psu_id::text from payment_approval a where a.payment_id = p.payment_id order by a.approved_at) as approvers`;

type Key = [paymentId: string, clientId: string];
type ApprovablePayment = Omit<PaymentToApprove, 'creditorAccountId'>;

/** No row: the payment does not exist, or is another client's. The caller cannot tell which, and must not. */
export const findPayment = statement<ApprovablePayment, Key>(
  'payment-approvals.one',
  /* sql */ `
  select ${columns} from payment p where p.payment_id = $1 and p.client_id = $2
`,
);

/** Locks the payment until the transaction ends. Read it with a separate statement: one that waited would see the approvals as of before. */
export const lockPayment = statement<{ paymentId: string }, Key>(
  'payment-approvals.lock',
  /* sql */ `
  select payment_id as "paymentId" from payment where payment_id = $1 and client_id = $2 for no key update
`,
);

export const paymentTimes = statement<PaymentTimes, Key>(
  'payment-approvals.times',
  /* sql */ `
  select transaction_status as "transactionStatus", approve_by as "approveBy" from payment where payment_id = $1 and client_id = $2
`,
);

/** The owners of an account at this moment. */
export const holdersOf = statement<Holder, [accountId: string]>(
  'payment-approvals.holders',
  /* sql */ `
  select psu_id::text as "psuId", rule from holder where resource_id = $1
`,
);

/** Another owner's approval of a payment that waits for more owners than this one. */
export const insertPaymentApproval = statement<never, [paymentId: string, psuId: string, now: Date]>(
  'payment-approvals.insert',
  /* sql */ `
  insert into payment_approval (payment_id, psu_id, approved_at) values ($1, $2, $3)
`,
);

/** An account that a customer may pay from. */
export interface PayerRow {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly cashAccountType: string;
  readonly name: string;
  readonly ownerName: string;
  readonly ownerLatinName: string | null;
  readonly status: 'enabled' | 'blocked' | 'deleted';
  readonly rule: 'any' | 'both';
}

export const payersOf = statement<PayerRow, [psuId: string]>(
  'payment-approvals.payers',
  /* sql */ `
  select a.account_id as "accountId", a.iban, a.currency, a.cash_account_type as "cashAccountType", a.name, a.owner_name as "ownerName",
         a.owner_latin_name as "ownerLatinName", a.status, h.rule
  from holder h
  join account a on a.account_id = h.resource_id
  where h.psu_id = $1
  order by a.name, a.account_id
`,
);

/** Sets the second owner's deadline: a number of days, or for a dated payment at latest the cut-off on its date. */
export const awaitSecondPaymentApproval = statement<
  never,
  [paymentId: string, now: Date, days: number, date: string | null, cutOff: string, timeZone: string]
>(
  'payment-approvals.wait-for-second',
  /* sql */ `
  update payment set approve_by = least($2::timestamptz + make_interval(days => $3::int), ($4::date + $5::time) at time zone $6) where payment_id = $1
`,
);

/** Locks payments not approved in time, found by the index on the deadline. Skips locked rows: their holder is changing them. */
export const lockOverdue = statement<{ paymentId: string; transactionStatus: 'RCVD' | 'RVCM' | 'PATC' }, [now: Date, max: number]>(
  'payment-approvals.overdue',
  /* sql */ `
  select payment_id as "paymentId", transaction_status as "transactionStatus" from payment
  where approve_by <= $1
  order by approve_by
  limit $2
  for no key update skip locked
`,
);

export interface PayerBalanceRow {
  readonly accountId: string;
  readonly currency: string;
  readonly booked: string;
  readonly available: string;
}

/** What the customer's own accounts hold; others are not there. */
export const payerBalances = statement<PayerBalanceRow, [psuId: string, accountIds: readonly string[]]>(
  'payment-approvals.balances',
  /* sql */ `
  select a.account_id as "accountId", a.currency, ${amountText('a.currency', 'b.booked')} as booked, ${amountText('a.currency', 'b.booked - b.reserved + b.overdraft')} as available
  from holder h
  join account a on a.account_id = h.resource_id
  join account_balance b on b.account_id = h.resource_id
  where h.psu_id = $1 and h.resource_id = any($2::uuid[])
`,
);
