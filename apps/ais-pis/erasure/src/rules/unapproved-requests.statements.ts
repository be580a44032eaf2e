import { purgeBatch, statement } from '@open-banking/database';
import { bareOrder, erasedPayeeName } from './erased-orders.statements.js';

/** A batch; one row of each that was erased. The name that the creditor's bank answered goes with it. */
export const eraseUnapprovedOrders = statement<{ paymentId: string }, [endedBefore: Date, now: Date]>(
  'unapproved-requests.orders',
  /* sql */ `
  with erased as (
    update payment p set request = ${bareOrder}, erased_at = $2
    where p.payment_id = any(array(
      select payment_id from payment
      where transaction_status = 'RJCT' and debtor_account_id is null and erased_at is null and status_changed_at < $1
      order by status_changed_at
      limit ${purgeBatch}
    ))
    returning p.payment_id
  ), checks as (
    update payment_payee_check set ${erasedPayeeName} and payment_id = any(array(select payment_id from erased))
  )
  select payment_id as "paymentId" from erased
`,
);

export const eraseUnapprovedAccess = statement<{ consentId: string }, [endedBefore: string]>(
  'unapproved-requests.access',
  /* sql */ `
  update consent set access = access - '{accounts,balances,transactions,additionalInformation}'::text[]
  where consent_id = any(array(
    select consent_id from consent
    where psu_id is null and approve_by is null and access ?| '{accounts,balances,transactions,additionalInformation}' and last_action_date < $1::date
    order by last_action_date
    limit ${purgeBatch}
  ))
  returning consent_id as "consentId"
`,
);
