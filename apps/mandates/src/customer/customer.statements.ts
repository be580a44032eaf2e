import { statement } from '@open-banking/database';
import { mandateColumns, type MandateRow } from '../mandates/mandates.statements.js';

/** The mandates a customer has approved, alone or with another owner: living ones first, then by last change. */
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

/** Mandates on these accounts that another owner has approved and that wait for the second owner. */
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
