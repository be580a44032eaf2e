import type { StoppedStep } from '@open-banking/contracts';
import type { FeedSourceRow } from './feed.statements.js';

/**
 * The step that stops a source before a position; undefined if none does. A stopped source takes the step that stops it, and nothing after
 * it.
 */
export function stoppedAt({ faultPosition, faultField, faultReason }: FeedSourceRow, position: bigint): StoppedStep | undefined {
  if (faultPosition === null || position <= BigInt(faultPosition)) return undefined;
  return { position: faultPosition, ...(faultField !== null && { field: faultField }), reason: faultReason! };
}
