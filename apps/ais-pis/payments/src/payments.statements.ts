import { writeStatement, type OpenCount } from '@open-banking/commands';
import { statement } from '@open-banking/database';
import type { PaymentRequest } from './payments.messages.js';
import type { PayeeCheck } from './payee/payee-check.js';
import type { PaymentReason } from './payment-reason.js';
import type { AwaitsClearing, PaymentTimes } from './payment.js';

export interface PaymentRow extends PaymentTimes, AwaitsClearing {
  readonly paymentId: string;
  readonly request: PaymentRequest;
  readonly statusReason: PaymentReason | null;
  /** Whether clearing gave the reason. */
  readonly byClearing: boolean;
  /** Whether a person of the bank looks at it before it is executed. */
  readonly held: boolean;
  /** While it waits: the day on which it is executed, and the day that was requested or approved, where these differ. */
  readonly postponed: { readonly from: string; readonly to: string } | null;
  /** What the check found that the client asked for. */
  readonly verification: PayeeCheck | null;
}

/** Whether a payment `p` is held. */
export const heldColumn = /* sql */ `p.transaction_status in ('ACTC', 'PDNG') and exists (select from payment_check k where k.payment_id = p.payment_id and k.state = 'HELD') as held`;

/**
 * The new day of a payment `p` that waits for it, or for another owner: `from` is the day that was requested, of a dated payment, or that was
 * approved. A dated payment may have been approved after its day became a holiday; then no calendar has moved it since.
 */
export const postponedColumn = /* sql */ `case when p.transaction_status in ('PATC', 'ACTC', 'PDNG', 'ACFC') then (
           select jsonb_build_object('from', first.day, 'to', p.execution_date)
           from (
             select coalesce(
               case when p.transaction_status = 'PDNG' then p.requested_execution_date end,
               (select m.first_day from moved_payment m where m.payment_id = p.payment_id)
             ) as day
           ) first
           where first.day <> p.execution_date
         ) end as postponed`;

/** Clearing columns of a payment `p` with its instruction `i`. */
export const clearingColumns = /* sql */ `coalesce(i.state = 'REJECTED', false) as "byClearing", case when i.state = 'INSTRUCTED' then i.answer_by end as "answerBy"`;

export type NewPayment = [
  paymentId: string,
  clientId: string,
  product: string,
  request: string,
  currency: string,
  amount: string,
  executionDate: string | null,
  status: string,
  now: Date,
  approveBy: Date,
];
const newPayment =
  'payment (payment_id, client_id, payment_product, request, currency, amount, requested_execution_date, transaction_status, created_at, status_changed_at, approve_by)';

export const insertPayment = statement<never, NewPayment>(
  'payments.insert',
  /* sql */ `
  insert into ${newPayment}
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
`,
);

/** No row: this client has no such payment of this product. */
export const paymentOfClient = statement<PaymentRow, [clientId: string, product: string, paymentId: string]>(
  'payments.one',
  /* sql */ `
  select p.payment_id as "paymentId", p.request, p.transaction_status as "transactionStatus", p.status_reason as "statusReason", p.approve_by as "approveBy", ${clearingColumns}, ${heldColumn}, ${postponedColumn},
         (select jsonb_strip_nulls(jsonb_build_object('creditorNameMatch', c.name_match, 'matchedCreditorName', c.matched_name))
          from payment_payee_check c where c.payment_id = p.payment_id and c.asked_at = 'initiation') as verification
  from payment p
  left join clearing_instruction i on i.payment_id = p.payment_id
  where p.client_id = $1 and p.payment_product = $2 and p.payment_id = $3
`,
  { together: ['text', 'text', 'uuid'] },
);

/** The account of this bank with this IBAN. */
export const accountByIban = statement<{ accountId: string }, [iban: string]>(
  'payments.account-by-iban',
  /* sql */ `
  select account_id as "accountId" from account where iban = $1
`,
);

/** Counts payments waiting for approval. A missed deadline counts as ended, whether or not the end is stored yet. */
export const openPayments = statement<OpenCount, [clientId: string, now: Date, max: number]>(
  'payments.open',
  /* sql */ `
  select count(*)::int as open, min(approve_by) as "firstEnds" from (
    select approve_by from payment where client_id = $1 and approve_by > $2 order by approve_by limit $3
  ) waiting
`,
);

/** A payment with this end-to-end id that was executed before the restore, of this client or of an unknown one. */
export const recoveredPayment = statement<{ paymentId: string }, [endToEndId: string, clientId: string]>(
  'payments.recovered',
  /* sql */ `
  select payment_id as "paymentId" from recovered_instruction where end_to_end_id = $1 and (client_id is null or client_id = $2) limit 1
`,
);

export type NewPaymentOfClient = [...NewPayment, endToEndId: string | null, max: number];

/** A payment of a client that has fewer than `max` waiting for approval, if none with this end-to-end id was recovered. */
export const acceptPayment = writeStatement<NewPaymentOfClient>('payments.accept', {
  when: /* sql */ `(select count(*) from (select from payment where client_id = $2::text and approve_by > $9::timestamptz order by approve_by limit $12::integer) waiting) < $12::integer
      and not exists (select from recovered_instruction where end_to_end_id = $11::text and (client_id is null or client_id = $2::text))`,
  insert: /* sql */ `insert into ${newPayment}
    select $1::uuid, $2::text, $3::text, $4::jsonb, $5::text, $6::numeric, $7::date, $8::text, $9::timestamptz, $9::timestamptz, $10::timestamptz from claimed`,
});
