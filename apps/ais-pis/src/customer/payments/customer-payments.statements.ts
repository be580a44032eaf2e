import { statement } from '@open-banking/database';
import type { PaymentReason } from '../../payments/payment-reason.js';
import type { AwaitsClearing, Times } from '../../payments/payment.js';
import { clearingColumns, heldColumn } from '../../payments/payments.statements.js';
import type { PaymentRequest } from '../../payments/payments.messages.js';

/** A payment as shown to its customer. */
export interface CustomerPaymentRow extends Times, AwaitsClearing {
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
}

const columns = /* sql */ `
  p.payment_id as "paymentId", p.client_id as "clientId", t.name as "clientName", t.logo_hash as logo, p.payment_product as product, p.request, p.transaction_status as "transactionStatus",
  p.status_reason as "statusReason", p.approve_by as "approveBy", p.fee::text, p.execution_date::text as "executionDate", a.name as "accountName", a.iban, mine.approved_at as "approvedAt",
  ${clearingColumns}, ${heldColumn}`;
const from = /* sql */ `
  payment_approval mine
  join payment p on p.payment_id = mine.payment_id
  join client t on t.client_id = p.client_id
  join account a on a.account_id = p.debtor_account_id
  left join clearing_instruction i on i.payment_id = p.payment_id`;

/** The payments that a customer has approved, alone or with another owner, newest first. */
export const paymentsOfCustomer = statement<CustomerPaymentRow, [psuId: string, most: number]>(
  'customer-payments.list',
  /* sql */ `
  select ${columns} from ${from} where mine.psu_id = $1 order by mine.approved_at desc, p.payment_id limit $2
`,
);

/** Those of them that have not been executed, oldest first. */
export const openPaymentsOfCustomer = statement<CustomerPaymentRow, [psuId: string, most: number]>(
  'customer-payments.open',
  /* sql */ `
  select ${columns} from ${from} where mine.psu_id = $1 and p.transaction_status in ('PDNG', 'PATC') order by mine.approved_at, p.payment_id limit $2
`,
);

/** No row: the payment does not exist, or this customer has not approved it. */
export const onePaymentOfCustomer = statement<CustomerPaymentRow, [psuId: string, paymentId: string]>(
  'customer-payments.one',
  /* sql */ `
  select ${columns} from ${from} where mine.psu_id = $1 and mine.payment_id = $2
`,
);

/** The same, locked until the transaction ends. */
export const lockPaymentOfCustomer = statement<Times, [psuId: string, paymentId: string]>(
  'customer-payments.lock',
  /* sql */ `
  select p.transaction_status as "transactionStatus", p.approve_by as "approveBy"
  from payment_approval mine join payment p on p.payment_id = mine.payment_id
  where mine.psu_id = $1 and mine.payment_id = $2
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

/** Payments that wait for this customer as second owner and were approved by another owner. */
export const paymentsToApprove = statement<PendingPaymentRow, [psuId: string, now: Date]>(
  'customer-payments.pending',
  /* sql */ `
  select p.payment_id as "paymentId", p.client_id as "clientId", t.name as "clientName", t.logo_hash as logo, p.request, p.approve_by as "approveBy"
  from holder h
  join payment p on p.debtor_account_id = h.resource_id and p.transaction_status = 'PATC'
  join client t on t.client_id = p.client_id
  where h.psu_id = $1 and h.rule = 'both' and p.approve_by > $2 and t.removed_at is null
    and not exists (select from payment_approval a where a.payment_id = p.payment_id and a.psu_id = $1)
  order by p.approve_by, p.payment_id
`,
);
