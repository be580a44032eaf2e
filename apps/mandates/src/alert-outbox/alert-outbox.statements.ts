import type { AlertAddressee } from '@open-banking/commands';
import { statement } from '@open-banking/database';

/** The customers who approved these mandates, with what their alerts say. */
export const alertAddressees = statement<AlertAddressee, [ids: readonly string[]]>(
  'alert-outbox.addressees',
  /* sql */ `
  select m.resource_id as id, 'mandate' as subject, a.psu_id as "psuId", jsonb_build_object('creditorName', m.request -> 'creditor' ->> 'name') as facts
  from mandate_approval a join mandate m on m.resource_id = a.resource_id
  where a.resource_id = any($1::uuid[])
`,
);
