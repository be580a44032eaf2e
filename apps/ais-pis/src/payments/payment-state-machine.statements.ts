import { statement } from '@open-banking/database';

/** Moves a payment along `path`, which starts with its current status. No row: its status differs. */
export const movePayment = statement<
  { changeNumber: number },
  [paymentId: string, path: readonly string[], reason: string | null, now: Date]
>(
  'payments.move',
  /* sql */ `
  with moved as (
    update payment
    set transaction_status = ($2::text[])[cardinality($2)], status_reason = $3, status_changed_at = $4, changes = changes + cardinality($2) - 1,
        approve_by = case when ($2::text[])[cardinality($2)] in ('RCVD', 'PATC') then approve_by end
    where payment_id = $1 and transaction_status = ($2::text[])[1]
    returning payment_id, changes
  )
  insert into payment_status_change (payment_id, change_number, from_status, to_status, reason, changed_at)
  select payment_id, changes - cardinality($2) + 1 + at, ($2::text[])[at], ($2::text[])[at + 1], case when at = cardinality($2) - 1 then $3 end, $4
  from moved, generate_series(1, cardinality($2) - 1) at
  returning change_number as "changeNumber"
`,
);
