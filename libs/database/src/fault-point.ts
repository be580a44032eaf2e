import { channel } from 'node:diagnostics_channel';
import type { Transaction } from './database.js';

const points = channel('open-banking:point');

/**
 * Says on the diagnostics channel `open-banking:point` how far something has come: `before commit of <point>` at once,
 * `<point>` when it is stored. Code that is loaded before the service can listen, and end the process there (docs/decisions/0016).
 */
export function markFaultPoint(tx: Transaction, point: string, subject: string): void {
  if (!points.hasSubscribers) return;
  points.publish({ point: `before commit of ${point}`, subject });
  tx.afterCommit(() => {
    points.publish({ point, subject });
  });
}

/** The same for a write in one statement, which returns whether it was made: `before commit of <point>` is said before it is sent. */
export async function aroundFaultPoint(point: string, subject: string, write: () => Promise<boolean>): Promise<boolean> {
  if (!points.hasSubscribers) return write();
  points.publish({ point: `before commit of ${point}`, subject });
  const made = await write();
  if (made) points.publish({ point, subject });
  return made;
}

/** Says `point` at once, of work that is no transaction of a service. */
export function markPoint(point: string, subject: string): void {
  if (points.hasSubscribers) points.publish({ point, subject });
}
