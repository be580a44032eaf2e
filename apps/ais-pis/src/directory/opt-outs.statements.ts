import { statement } from '@open-banking/database';

interface OptOutRow {
  readonly optedOutAt: Date | null;
}

export const findOptOut = statement<OptOutRow, [psuId: string]>(
  'opt-outs.one',
  /* sql */ `
  select opted_out_at as "optedOutAt" from psu where psu_id = $1
`,
);

/** For approvals: until the transaction ends the customer cannot opt out, and no other approval waits. */
export const holdOptOut = statement<OptOutRow, [psuId: string]>(
  'opt-outs.hold',
  /* sql */ `
  select opted_out_at as "optedOutAt" from psu where psu_id = $1 for key share
`,
);

/** For the change itself: waits for approvals that are being made, and keeps others waiting. */
export const lockOptOut = statement<OptOutRow, [psuId: string]>(
  'opt-outs.lock',
  /* sql */ `
  select opted_out_at as "optedOutAt" from psu where psu_id = $1 for update
`,
);

export const storeOptOut = statement<never, [psuId: string, at: Date | null]>(
  'opt-outs.store',
  /* sql */ `
  update psu set opted_out_at = $2 where psu_id = $1
`,
);

/** Every living consent that the customer has approved, alone or with others, is opted out while one of those who approved it is. Told by what has ended: the index of living ones would be read whole. */
export const markConsents = statement<never, [psuId: string]>(
  'opt-outs.mark-consents',
  /* sql */ `
  update consent c
  set opted_out = nullif(exists (
    select from consent_approval a join psu p on p.psu_id = a.psu_id where a.consent_id = c.consent_id and p.opted_out_at is not null
  ), false)
  where c.consent_id = any(array(select mine.consent_id from consent_approval mine where mine.psu_id = $1)) and c.status not in ('rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp')
`,
);
