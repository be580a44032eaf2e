import { approvedByOwners } from '@open-banking/access';
import { statement } from '@open-banking/database';
import type { PaymentRequest } from '../payments.messages.js';
import type { CheckState } from '../checks/execution-check.js';
import type { TransactionStatus } from '../payment.js';

/** A payment with the debtor's and the creditor's account, where they are at this bank. */
export interface PaymentToExecute {
  readonly paymentId: string;
  readonly clientId: string;
  readonly psuId: string | null;
  readonly product: string;
  readonly request: PaymentRequest;
  readonly status: TransactionStatus;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly requested: string | null;
  readonly executionDate: string | null;
  /** The day that the customer approved; the calendar may have changed since. */
  readonly approvedDate: string | null;
  readonly debtorAccountId: string | null;
  readonly debtorIban: string;
  readonly debtorName: string;
  readonly debtorLatinName: string | null;
  readonly debtorAgent: string;
  readonly creditorAccountId: string | null;
  readonly creditorCurrency: string | null;
  /** Whether those who approved it may still decide for the debtor's account. */
  readonly isApprovedByOwners: boolean;
  /** Whether the bank has any caps, limits or blocked creditors. */
  readonly hasRules: boolean;
  /** What the bank's own check says of it, and of which facts (`checkHashOf`); null: it was not asked. */
  readonly checkState: CheckState | null;
  readonly checkHash: string | null;
  readonly checkReason: string | null;
}

/** Each is one probe of an index, once a statement. */
const hasRules = /* sql */ `(
           exists (select from payment_cap where holder >= '00000000-0000-0000-0000-000000000000')
           or exists (select from instant_limit where psu_id >= '00000000-0000-0000-0000-000000000000')
           or exists (select from blocked_creditor where removed_at is null and added_at > '-infinity')
         )`;
const paymentToExecute = /* sql */ `
  select p.payment_id as "paymentId", p.client_id as "clientId", p.psu_id as "psuId", p.payment_product as product, p.request, p.transaction_status as status, p.currency, p.amount::text, p.fee::text,
         p.requested_execution_date::text as requested, p.execution_date::text as "executionDate",
         coalesce((select m.first_day from moved_payment m where m.payment_id = p.payment_id), p.execution_date)::text as "approvedDate",
         p.debtor_account_id as "debtorAccountId", d.iban as "debtorIban", d.owner_name as "debtorName", d.owner_latin_name as "debtorLatinName", d.bic as "debtorAgent",
         c.account_id as "creditorAccountId", c.currency as "creditorCurrency",
         ${approvedByOwners('p.debtor_account_id', 'select a.psu_id from payment_approval a where a.payment_id = p.payment_id')} as "isApprovedByOwners",
         ${hasRules} as "hasRules",
         k.state as "checkState", k.facts_hash as "checkHash", k.reason as "checkReason"
  from payment p
  left join account d on d.account_id = p.debtor_account_id
  left join account c on c.iban = p.request -> 'creditorAccount' ->> 'iban'
  left join payment_check k on k.payment_id = p.payment_id and k.state <> 'VOID'`;

/** Locks the payment against execution, cancellation and answers until the transaction ends. */
export const lockPayment = statement<PaymentToExecute, [paymentId: string]>(
  'execution.lock',
  /* sql */ `${paymentToExecute}
  where p.payment_id = $1
  for no key update of p
`,
);

/**
 * Locks those of the payments that wait for execution and that nobody else has locked, in the order in which they were accepted (at
 * the same instant: as they are given). It waits for nobody: a transaction that waited for a payment while it holds others could wait for one that waits for it.
 */
export const lockPayments = statement<PaymentToExecute, [paymentIds: readonly string[]]>(
  'execution.lock-group',
  /* sql */ `${paymentToExecute}
  where p.payment_id = any($1::uuid[]) and p.transaction_status in ('ACTC', 'PDNG', 'ACFC')
  order by p.status_changed_at, array_position($1::uuid[], p.payment_id)
  for no key update of p skip locked
`,
);

/** The accounts of this bank with IBANs derived from domestic numbers. */
export const creditorsByIban = statement<{ iban: string; creditorAccountId: string; creditorCurrency: string }, [ibans: readonly string[]]>(
  'execution.creditors',
  /* sql */ `
  select iban, account_id as "creditorAccountId", currency as "creditorCurrency" from account where iban = any($1)
`,
);

/** Payments whose execution day has come, found by the index on it. */
export const duePayments = statement<{ paymentId: string }, [today: string, after: string | null, max: number]>(
  'execution.due',
  /* sql */ `
  select payment_id as "paymentId" from payment
  where execution_date <= $1 and transaction_status in ('PDNG', 'ACFC') and ($2::uuid is null or payment_id > $2)
  order by payment_id
  limit $3
`,
);

/** Gives payments that the transaction has locked another day, and notes that their clients and customers are to be notified of it. */
export const postponePayments = statement<never, [paymentIds: readonly string[], days: readonly string[]]>(
  'execution.postpone',
  'select postpone_payments($1::uuid[], $2::date[])',
);
