import type { AlertAddressee } from '@open-banking/commands';
import { statement } from '@open-banking/database';

/** The customers who approved these payments and consents, with what their alerts say. */
export const alertAddressees = statement<AlertAddressee, [ids: readonly string[]]>(
  'alert-outbox.addressees',
  /* sql */ `
  select p.payment_id as id, 'payment' as subject, a.psu_id as "psuId",
    jsonb_build_object('client', t.name, 'creditorName', p.request ->> 'creditorName', 'amount', p.request -> 'instructedAmount') as facts
  from payment_approval a join payment p on p.payment_id = a.payment_id join client t on t.client_id = p.client_id
  where a.payment_id = any($1::uuid[])
  union all
  select c.consent_id, 'consent', a.psu_id, jsonb_build_object('client', t.name)
  from consent_approval a join consent c on c.consent_id = a.consent_id join client t on t.client_id = c.client_id
  where a.consent_id = any($1::uuid[])
`,
);
