import { statement } from '@open-banking/database';
import { mandateColumns, type MandateRow } from '../mandates/mandates.statements.js';

/** SQL: the place of a mandate in the list of its customer. */
const place = (mandate: string) => /* sql */ `
  ${mandate}.mandate_status not in ('ACTV', 'SUSP', 'PATC'), -extract(epoch from ${mandate}.status_changed_at), ${mandate}.resource_id`;

/** The mandates a customer has approved, alone or with another owner: living ones first, then by last change. `after`: one of them. */
export const mandatesOfCustomer = statement<MandateRow, [psuId: string, after: string | null, most: number]>(
  'customer.mandates',
  /* sql */ `
  select ${mandateColumns}
  from mandate_approval mine join mandate m on m.resource_id = mine.resource_id
  where mine.psu_id = $1 and ($2::uuid is null or (${place('m')}) > (
    select ${place('l')} from mandate_approval a join mandate l on l.resource_id = a.resource_id where a.resource_id = $2 and a.psu_id = $1
  ))
  order by ${place('m')}
  limit $3
`,
);

/** No row: the mandate does not exist, or this customer has not approved it. */
export const mandateOfCustomer = statement<MandateRow, [psuId: string, resourceId: string]>(
  'customer.mandate',
  /* sql */ `
  select ${mandateColumns}
  from mandate_approval mine join mandate m on m.resource_id = mine.resource_id
  where mine.psu_id = $1 and mine.resource_id = $2
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
