import { statement } from '@open-banking/database';
import type { PaymentReason } from './payment-reason.js';
import type { AwaitsClearing, PaymentTimes } from './payment.js';
import { clearingColumns, heldColumn } from './payments.statements.js';
import type { PaymentRequest } from './payments.messages.js';

/** A payment as shown to its customer. */
export interface CustomerPaymentRow extends PaymentTimes, AwaitsClearing {
  readonly byClearing: boolean;
  /** A person of the bank looks at it before it is executed. */
  readonly held: boolean;
  readonly paymentId: string;
  readonly clientId: string;
  readonly clientName: string;
  /** The hash of the client's logo. */
  readonly logo: string | null;
  readonly product: string;
  readonly request: PaymentRequest;
  readonly statusReason: PaymentReason | null;
  readonly fee: string;
  readonly executionDate: string;
  readonly accountName: string;
  readonly iban: string;
  readonly approvedAt: Date;
  /** Whether this customer has approved it. */
  readonly isApproved: boolean;
}

const columns = /* sql */ `
  p.payment_id as "paymentId", p.client_id as "clientId", t.name as "clientName", t.logo_hash as logo, p.payment_product as product, p.request, p.transaction_status as "transactionStatus",
  p.status_reason as "statusReason", p.approve_by as "approveBy", p.fee::text, p.execution_date::text as "executionDate", a.name as "accountName", a.iban,
  coalesce((select max(approved_at) from payment_approval g where g.payment_id = p.payment_id), p.created_at) as "approvedAt",
  exists (select from payment_approval g where g.payment_id = p.payment_id and g.psu_id = $1) as "isApproved",
  ${clearingColumns}, ${heldColumn}`;
const joins = /* sql */ `
  join client t on t.client_id = p.client_id
  join account a on a.account_id = p.debtor_account_id
  left join clearing_instruction i on i.payment_id = p.payment_id`;

/** SQL: a payment that has been approved and not executed. The index `payment_waiting` has this condition. */
const waits = `p.transaction_status in ('PATC', 'ACTC', 'PDNG', 'ACFC')`;
/** SQL: whether a payment stands after the payment $2 of the customer $1 in their list; all do without one. */
const isFurther = /* sql */ `(p.created_at, p.payment_id) < (
  coalesce((select l.created_at from payment l join holder o on o.resource_id = l.debtor_account_id where l.payment_id = $2 and o.psu_id = $1), 'infinity'),
  coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
)`;

/**
 * A page of what has been approved for the accounts that a customer owns, whoever of the owners has approved it, newest first: `$2` is the
 * last payment of the page before. Each account is read by an index on its payments.
 */
const pageSql = (condition: string): string => /* sql */ `
  select ${columns}
  from (
    select p.* from holder mine cross join lateral (
      select p.* from payment p
      where p.debtor_account_id = mine.resource_id and ${condition} and ${isFurther}
      order by p.created_at desc, p.payment_id desc limit $3
    ) p
    where mine.psu_id = $1
    order by p.created_at desc, p.payment_id desc limit $3
  ) p ${joins}
  order by p.created_at desc, p.payment_id desc
`;
type Page = [psuId: string, after: string | null, max: number];

/** Those that have not been executed: they wait for an owner, for the bank, or for their day. */
export const waitingPayments = statement<CustomerPaymentRow, Page>('customer-payments.waiting', pageSql(waits));

/** All others: executed, rejected or cancelled. */
export const pastPayments = statement<CustomerPaymentRow, Page>('customer-payments.past', pageSql(`not ${waits}`));

/** Whether a payment of the customer waits; no row if there is none with this id. */
export const placeOfPayment = statement<{ waits: boolean }, [psuId: string, paymentId: string]>(
  'customer-payments.place',
  /* sql */ `
  select ${waits} as waits from payment p join holder mine on mine.resource_id = p.debtor_account_id where mine.psu_id = $1 and p.payment_id = $2
`,
);

/** No row: the payment does not exist, is not approved, or debits an account that this customer does not own. */
export const onePaymentOfCustomer = statement<CustomerPaymentRow, [psuId: string, paymentId: string]>(
  'customer-payments.one',
  /* sql */ `
  select ${columns} from payment p join holder mine on mine.resource_id = p.debtor_account_id ${joins} where mine.psu_id = $1 and p.payment_id = $2
`,
);

/** The same, locked until the transaction ends. */
export const lockPaymentOfCustomer = statement<PaymentTimes, [psuId: string, paymentId: string]>(
  'customer-payments.lock',
  /* sql */ `
  select p.transaction_status as "transactionStatus", p.approve_by as "approveBy"
  from payment p join holder mine on mine.resource_id = p.debtor_account_id
  where mine.psu_id = $1 and p.payment_id = $2
  for no key update of p
`,
);

export interface PendingPaymentRow {
  readonly paymentId: string;
  readonly clientId: string;
  readonly clientName: string;
  /** The hash of the client's logo. */
  readonly logo: string | null;
  readonly request: PaymentRequest;
  readonly approveBy: Date;
}

/** Payments that wait for a further owner of their account and that this owner has not approved. */
export const paymentsToApprove = statement<PendingPaymentRow, [psuId: string, now: Date]>(
  'customer-payments.pending',
  /* sql */ `
  select p.payment_id as "paymentId", p.client_id as "clientId", t.name as "clientName", t.logo_hash as logo, p.request, p.approve_by as "approveBy"
  from holder h
  join payment p on p.debtor_account_id = h.resource_id and p.transaction_status = 'PATC'
  join client t on t.client_id = p.client_id
  where h.psu_id = $1 and p.approve_by > $2 and t.removed_at is null
    and not exists (select from payment_approval a where a.payment_id = p.payment_id and a.psu_id = $1)
  order by p.approve_by, p.payment_id
`,
);
