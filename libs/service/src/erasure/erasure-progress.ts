import { eraseAuditSalts } from '@open-banking/commands';
import type { ErasureProgress } from '@open-banking/contracts';
import type { Database, ErasedCustomer, Erasing } from '@open-banking/database';
import { auditSalts, erasingsOf, saltedIds } from './erasings.js';
import { noteErased } from './erased-customers.statements.js';
import type { ErasureTarget } from './erasure-target.js';

/** How long one call goes on, in milliseconds. It ends with the batch that it is at, before its caller gives up. */
const callMs = 700;

/**
 * Erases batch by batch, as far as one call comes. Each batch is a transaction: whatever interrupts it, the next call finds what is left.
 */
export async function progressOf(
  database: Database,
  target: ErasureTarget,
  customer: ErasedCustomer,
  fed: readonly Erasing[],
): Promise<ErasureProgress> {
  const obstacles = await target.obstacles(database, customer.psuId);
  if (obstacles.length > 0) return { erased: {}, done: false, obstacles, keptUntil: null };
  await database.rows(noteErased, customer.psuId, customer.today);
  const endsAt = performance.now() + callMs;
  const erased: Record<string, number> = {};
  for (const { what, batch, count } of erasingsOf(target, fed))
    for (let rows = await batch(database, customer); rows > 0; rows = await batch(database, customer)) {
      if (count) erased[what] = (erased[what] ?? 0) + rows;
      if (performance.now() > endsAt) return { erased, done: false, obstacles, keptUntil: null };
    }
  const salts = await erasedSalts(database, target, customer.psuId);
  if (salts > 0) erased[auditSalts] = salts;
  return { erased, done: true, obstacles, keptUntil: (await target.keptUntil?.(database, customer)) ?? null };
}

async function erasedSalts(database: Database, target: ErasureTarget, psuId: string): Promise<number> {
  let erased = 0;
  for await (const ids of saltedIds(database, target, psuId)) erased += await eraseAuditSalts(database, ids);
  return erased;
}
