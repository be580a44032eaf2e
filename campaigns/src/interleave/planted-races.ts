import type { StatementChange } from './scheduler/gate-protocol.js';
import type { Story } from './world/story.js';
import { approveBesideDelete, approveBesideRefuse, goOnTwice, twoConsents, twoOwners } from './stories/approvals.js';
import { openConsents, unattendedReads } from './stories/bounds.js';
import { consentCopies } from './stories/copies.js';
import { codeTwice, rotateBesideUse } from './stories/credentials.js';
import { answersBesideForgetting } from './stories/forgetting.js';
import { collectionTwice } from './stories/mandates.js';
import { dayCap, oppositeWays } from './stories/money.js';
import { approveBesideOptOut, createBesideRemoval } from './stories/removals.js';

/** A race that a change of the statements makes, and the story that must find it. */
export interface PlantedRace {
  readonly name: string;
  readonly story: Story;
  readonly changes: readonly StatementChange[];
}

const change = (statement: string, from: string, to: string): StatementChange => ({ statement, from, to });
const noLock = (statement: string, lock = 'for no key update'): StatementChange => change(statement, lock, '');

/** Each weakens the protection of the service against this race. */
export const plantedRaces: readonly PlantedRace[] = [
  { name: 'a consent is approved without its lock', story: approveBesideDelete, changes: [noLock('consents.lock')] },
  { name: 'a payment is approved by two owners without its lock', story: twoOwners, changes: [noLock('payment-approvals.lock')] },
  {
    name: 'two windows decide of a payment without its lock, whatever its status',
    story: approveBesideRefuse,
    changes: [noLock('payment-approvals.lock'), change('payments.move', 'and transaction_status = ($2::text[])[1]', '')],
  },
  {
    name: 'an interaction is taken out whoever has taken it out',
    story: goOnTwice,
    changes: [change('artifact.revoke', 'and revoked_at is null ', '')],
  },
  {
    name: 'consents of one customer become valid without waiting for each other',
    story: twoConsents,
    changes: [noLock('consents.lock-customer')],
  },
  { name: 'a code is consumed that was consumed', story: codeTwice, changes: [change('artifact.consume', 'and consumed_at is null ', '')] },
  { name: 'a client is rotated without its lock', story: rotateBesideUse, changes: [noLock('directory.lockClient')] },
  {
    name: 'open consents are counted without taking turns',
    story: openConsents,
    changes: [change('open-bounds.lock', 'pg_advisory_xact_lock(hashtextextended($1, 12))', 'hashtextextended($1, 12)')],
  },
  {
    name: 'an unattended read is counted over what others have counted',
    story: unattendedReads,
    changes: [change('frequency.keep', 'where consent_read.read_at = $5::timestamptz[]', 'where $5::timestamptz[] is not null')],
  },
  {
    name: 'a copy does not wait for the first request',
    story: consentCopies,
    changes: [change('commands.try-lock', 'pg_try_advisory_xact_lock(', '0 <> (')],
  },
  {
    name: 'a consent is created while its client is removed',
    story: createBesideRemoval,
    changes: [noLock('consents.insert', 'for share')],
  },
  { name: 'entries are booked without the lock of their accounts', story: oppositeWays, changes: [noLock('posting-groups.lock-accounts')] },
  {
    name: 'the payments of a customer are counted without taking turns',
    story: dayCap,
    changes: [
      change(
        'payment-bounds.lock',
        "pg_advisory_xact_lock(hashtextextended('spending ' || psu_id, 0))",
        "hashtextextended('spending ' || psu_id, 0)",
      ),
    ],
  },
  {
    name: 'a collection is taken without the lock of its mandate',
    story: collectionTwice,
    changes: [noLock('mandates.lock-any', 'for update')],
  },
  {
    name: 'an approval does not hold up the opt-out of its customer',
    story: approveBesideOptOut,
    changes: [noLock('opt-outs.hold', 'for key share')],
  },
  {
    name: 'an answer that is given anew is forgotten with the old ones',
    story: answersBesideForgetting,
    changes: [change('commands.forget-answers', ') and answered_at < now() - make_interval(days => $1)', ')')],
  },
];
