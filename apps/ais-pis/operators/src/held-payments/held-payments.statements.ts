import type { HeldPayment } from '@open-banking/contracts';
import { amountText, statement } from '@open-banking/database';

/** Oldest first; `after` is the last id of the previous page. A payment that was cancelled meanwhile is held no longer. */
export const listHeldPayments = statement<HeldPayment, [paymentId: string | null, after: string | null, max: number]>(
  'held-payments.list',
  /* sql */ `
  select c.check_id as "checkId", p.payment_id as "paymentId", p.client_id as "clientId", p.psu_id as "psuId", p.payment_product as product, p.currency, ${amountText('p.currency', 'p.amount')} as amount,
    p.transaction_status as "transactionStatus", to_json(c.held_at) #>> '{}' as "heldSince", c.decided_by as "heldBy", c.note,
    to_json(c.due_by) #>> '{}' as "endsBy", c.contradicted_by as "contradictedBy"
  from payment_check c
  join payment p on p.payment_id = c.payment_id
  where c.held_at is not null and p.transaction_status in ('ACTC', 'PDNG')
    and ($1::uuid is null or c.payment_id = $1)
    and (c.held_at, c.check_id) > (
      coalesce((select b.held_at from payment_check b where b.check_id = $2), '-infinity'), coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid)
    )
  order by c.held_at, c.check_id
  limit $3
`,
);

export const paymentExists = statement<object, [paymentId: string]>(
  'held-payments.payment-exists',
  'select from payment where payment_id = $1',
);
