import { statement } from '@open-banking/database';

export const anyMoves = statement<{ due: boolean }>('payment-day-news.any', 'select exists (select from payment_move_due) as due', {
  polled: true,
});

export interface MovedPayment {
  readonly paymentId: string;
  readonly status: string;
  readonly executionDate: string;
}

/**
 * Takes payments whose day has changed, with the day that they have now. Rows that another process has taken are left to it; a payment that
 * has been executed or has ended since is taken and not returned, because its status was notified. Nor is one that waits for another owner
 * and whose day has passed: the last approval sets it anew.
 */
export const takeMoves = statement<MovedPayment, [max: number, today: string]>(
  'payment-day-news.take',
  /* sql */ `
  with due as (
    select due_id from payment_move_due order by due_id limit $1 for update skip locked
  ), taken as (
    delete from payment_move_due d using due where d.due_id = due.due_id returning d.payment_id
  )
  select p.payment_id as "paymentId", p.transaction_status as status, p.execution_date::text as "executionDate"
  from payment p
  where p.payment_id = any(array(select payment_id from taken)) and (
    p.transaction_status in ('ACTC', 'PDNG', 'ACFC') or (p.transaction_status = 'PATC' and p.execution_date >= $2::date)
  )
  order by p.payment_id
`,
);
