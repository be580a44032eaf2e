import type { FeedFault } from './feed-step.js';
import type { FeedSourceRow } from './feed.statements.js';

/** The outcome of the changes of a source. */
export interface SourceOutcome {
  readonly source: string;
  /** The last position that is taken, decimal digits; -1 where none is. */
  readonly position: string;
  /** Numbers of changes: applied now, and seen before. */
  readonly applied: number;
  readonly seen: number;
  /** Changes that book nothing, an amount of zero, each with its line: their steps are taken, the changes are not among those applied. */
  readonly passedOver?: readonly StoppedStep[];
  /** Steps that were passed over, each with its reason. */
  readonly setAside?: readonly StoppedStep[];
  /** The step that stops the source; nothing after it is taken. */
  readonly stopped?: StoppedStep;
}

/** A place in a feed, and what is said of it. */
export interface StoppedStep extends Partial<FeedFault> {
  readonly position: string;
  readonly reason: string;
}

/**
 * The step that stops a source before a position; undefined if none does. A stopped source takes the step that stops it, and nothing after
 * it.
 */
export function stoppedAt({ faultPosition, faultField, faultReason }: FeedSourceRow, position: bigint): StoppedStep | undefined {
  if (faultPosition === null || position <= BigInt(faultPosition)) return undefined;
  return { position: faultPosition, ...(faultField !== null && { field: faultField }), reason: faultReason! };
}
