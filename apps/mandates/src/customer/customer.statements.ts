import { statement } from '@open-banking/database';
import { mandateColumns, type MandateRow } from '../mandates/mandates.statements.js';

/** What a customer has given, alone or with another: what lives first, then what changed last. */
export const mandatesOfCustomer = statement<MandateRow, [psuId: string, most: number]>(
  'customer.mandates',
  /* sql */ `
  select ${mandateColumns}
  from mandate_approval mine join mandate m on m.resource_id = mine.resource_id
  where mine.psu_id = $1
  order by m.mandate_status in ('ACTV', 'SUSP', 'PATC') desc, m.status_changed_at desc, m.resource_id
  limit $2
`,
);

/** What waits for a second owner of any of these accounts, approved by another so far. */
export const mandatesPending = statement<MandateRow, [psuId: string, accountIds: readonly string[], now: Date]>(
  'customer.pending-mandates',
  /* sql */ `
  select ${mandateColumns}
  from mandate m
  where m.debtor_account_id = any($2::uuid[]) and m.mandate_status = 'PATC' and m.approve_by > $3
    and not exists (select from mandate_approval a where a.resource_id = m.resource_id and a.psu_id = $1)
  order by m.approve_by, m.resource_id
`,
);
