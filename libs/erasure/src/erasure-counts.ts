import type { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { maxCounted, type ErasedCustomer } from './erasing.js';
import { auditSalts, erasingsOf, saltedIds } from './erasings.js';
import type { ErasureCounts, ErasureTarget, PlatformTables } from './erasure-target.js';

/** How long counting goes on, in milliseconds: the statement that it is at may take its own time, and the answer is waited for. */
const countMs = 400;

/** A number of rows, and whether there may be more. */
interface RowCount {
  readonly rows: number;
  readonly more: boolean;
}
const notCounted: RowCount = { rows: 0, more: true };

/** Counts what `progressOf` would erase now, by the same erasings. */
export async function countsOf(
  database: Database,
  target: ErasureTarget,
  customer: ErasedCustomer,
  platform: PlatformTables,
): Promise<ErasureCounts> {
  const endsAt = performance.now() + countMs;
  const holds: Record<string, number> = {};
  const more = new Set<string>();
  const note = (what: string, counted: RowCount): void => {
    holds[what] = (holds[what] ?? 0) + counted.rows;
    if (counted.more) more.add(what);
  };
  for (const { what, count } of erasingsOf(target, platform)) if (count) note(what, await inTime(endsAt, () => count(database, customer)));
  for await (const ids of saltedIds(database, target, customer.psuId)) {
    const counted = await inTime(endsAt, () => platform.countSalts(database, ids));
    note(auditSalts, counted);
    if (counted.more) break;
  }
  return { holds, more: [...more] };
}

/** A history that takes too long to count is said to be longer: it must not keep anybody from being erased. */
async function inTime(endsAt: number, count: () => Promise<number>): Promise<RowCount> {
  if (performance.now() > endsAt) return notCounted;
  try {
    const rows = await count();
    return { rows: Math.min(rows, maxCounted), more: rows > maxCounted };
  } catch (error) {
    if (error instanceof Refusal && error.status === 503) return notCounted;
    throw error;
  }
}
