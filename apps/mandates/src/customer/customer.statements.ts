import { statement } from '@open-banking/database';
import { mandateColumns, type MandateRow } from '../mandates/mandates.statements.js';

/** SQL: the place of a mandate in the list of its customer. */
const place = (mandate: string) => /* sql */ `
  ${mandate}.mandate_status not in ('ACTV', 'SUSP', 'PATC'), -extract(epoch from ${mandate}.status_changed_at), ${mandate}.resource_id`;

/** The mandates on a customer's accounts, whoever of the owners has approved them: living ones first, then by last change. `after`: one of them. */
export const mandatesOfCustomer = statement<MandateRow, [accountIds: readonly string[], after: string | null, max: number]>(
  'customer.mandates',
  /* sql */ `
  select ${mandateColumns}
  from mandate m
  where m.debtor_account_id = any($1::uuid[]) and ($2::uuid is null or (${place('m')}) > (
    select ${place('l')} from mandate l where l.resource_id = $2 and l.debtor_account_id = any($1::uuid[])
  ))
  order by ${place('m')}
  limit $3
`,
);

/** No row: the mandate does not exist, or debits none of these accounts. */
export const mandateOfCustomer = statement<MandateRow, [accountIds: readonly string[], resourceId: string]>(
  'customer.mandate',
  /* sql */ `
  select ${mandateColumns}
  from mandate m
  where m.resource_id = $2 and m.debtor_account_id = any($1::uuid[])
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
