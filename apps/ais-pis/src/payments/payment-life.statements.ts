import { statement } from '@open-banking/database';

/** No row: the payment has another status than `from`. */
export const movePayment = statement<{ changeNumber: number }, [paymentId: string, from: string, to: string, reason: string | null, now: Date]>('payments.move', /* sql */ `
  with moved as (
    update payment
    set transaction_status = $3, status_reason = $4, status_changed_at = $5, changes = changes + 1,
        approve_by = case when $3 in ('RCVD', 'PATC') then approve_by end
    where payment_id = $1 and transaction_status = $2
    returning payment_id, changes
  )
  insert into payment_status_change (payment_id, change_number, from_status, to_status, reason, changed_at)
  select payment_id, changes, $2, $3, $4, $5 from moved
  returning change_number as "changeNumber"
`);
