import { erasable, erasing, heldAlone, type Erasing } from '@open-banking/erasure';
import { dropWaitingParts } from './feed-parts.statements.js';

/** The customer and what they hold alone: lines of the feed name one of these. */
const named = /* sql */ `array(select $1::uuid union all ${heldAlone})`;

const setAside = erasable<[psuId: string]>(
  'feed.erase-set-aside',
  `select source, position from feed_set_aside where uuids_in(line) && ${named}`,
  (batch) => `update feed_set_aside set line = null where (source, position) in (${batch}) returning source`,
);

/** A stopped source stays stopped; only the position of the line is left. */
const faults = erasable<[psuId: string]>(
  'feed.erase-faults',
  `select source from feed_source where uuids_in(fault_line) && ${named}`,
  (batch) => /* sql */ `
  update feed_source set fault_line = null, fault_field = null, fault_reason = 'the line is erased' where source in (${batch})
  returning source
`,
);

/** Parts of large steps that wait for their last one. They are in transit: the core's connector sends the step again. */
const parts: Erasing = {
  what: 'feed_part',
  batch: async (database) => (await database.write(dropWaitingParts)).length,
};

/** Lines of the bank's core that were wrong. They are kept as they came, and found by the ids that stand in them. */
export const feedErasings: readonly Erasing[] = [erasing('feed_set_aside', setAside), erasing('feed_source', faults), parts];
