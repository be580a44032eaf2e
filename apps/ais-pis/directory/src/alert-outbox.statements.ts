import type { AlertAddressee } from '@open-banking/commands';
import { statement } from '@open-banking/database';

/**
 * The customers who are alerted of these payments and consents, with what their alerts say: those who approved them. Of a payment only if they
 * own its account now; if none of them does, all of its owners.
 */
export const alertAddressees = statement<AlertAddressee, [ids: readonly string[]]>(
  'alert-outbox.addressees',
  /* sql */ `
  select p.payment_id as id, 'payment' as subject, h.psu_id as "psuId",
    jsonb_build_object('client', t.name, 'creditorName', p.request ->> 'creditorName', 'amount', p.request -> 'instructedAmount') as facts
  from payment p join holder h on h.resource_id = p.debtor_account_id join client t on t.client_id = p.client_id
  where p.payment_id = any($1::uuid[]) and (
    exists (select from payment_approval a where a.payment_id = p.payment_id and a.psu_id = h.psu_id)
    or not exists (select from payment_approval a join holder o on o.psu_id = a.psu_id and o.resource_id = p.debtor_account_id where a.payment_id = p.payment_id)
  )
  union all
  select c.consent_id, 'consent', a.psu_id, jsonb_build_object('client', t.name)
  from consent_approval a join consent c on c.consent_id = a.consent_id join client t on t.client_id = c.client_id
  where a.consent_id = any($1::uuid[])
`,
);
