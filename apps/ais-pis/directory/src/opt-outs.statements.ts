import { statement } from '@open-banking/database';
import { erasedLogin } from './erased-login.js';

interface OptOutRow {
  readonly optedOutAt: Date | null;
}
interface StandingRow extends OptOutRow {
  readonly erased: boolean;
}

const standing = /* sql */ `select psu.opted_out_at as "optedOutAt", psu.login = ${erasedLogin('psu')} as erased from psu where psu.psu_id = $1`;

export const findStanding = statement<StandingRow, [psuId: string]>('opt-outs.one', standing);

/**
 * For approvals: until the transaction ends the customer can neither opt out nor be erased (the login changes, which has a unique index), and no
 * other approval waits. What is approved before an erasure begins is found by it.
 */
export const holdStanding = statement<StandingRow, [psuId: string]>('opt-outs.hold', `${standing} for key share`);

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
