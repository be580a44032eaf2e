import { alertErasing, eraseAuditSalts } from '@open-banking/commands';
import { purgeBatch, type Database, type ErasedCustomer, type Erasing } from '@open-banking/database';
import { noteErased } from './erased-customers.statements.js';
import type { ErasureProgress, ErasureTarget } from './erasure-target.js';

/** How long one call goes on, in milliseconds. It ends with the batch that it is at, before its caller gives up. */
const callMs = 700;

/** Erases batch by batch, as far as one call comes. Each batch is a transaction: whatever interrupts it, the next call finds what is left. */
export async function progressOf(
  database: Database,
  { obstacles: obstaclesTo, erasings, subjects, keptUntil }: ErasureTarget,
  customer: ErasedCustomer,
  fed: readonly Erasing[],
): Promise<ErasureProgress> {
  const obstacles = await obstaclesTo(database, customer.psuId);
  if (obstacles.length > 0) return { erased: {}, done: false, obstacles, keptUntil: null };
  await database.rows(noteErased, customer.psuId, customer.today);
  const endsAt = performance.now() + callMs;
  const erased: Record<string, number> = {};
  // Lines of the feed first: they are found by what the customer holds.
  for (const { table, batch } of [...fed, alertErasing, ...erasings])
    for (let rows = await batch(database, customer); rows > 0; rows = await batch(database, customer)) {
      erased[table] = (erased[table] ?? 0) + rows;
      if (performance.now() > endsAt) return { erased, done: false, obstacles, keptUntil: null };
    }
  const salts = await erasedSalts(database, customer.psuId, subjects);
  if (salts > 0) erased['audit_salt'] = salts;
  return { erased, done: true, obstacles, keptUntil: (await keptUntil?.(database, customer)) ?? null };
}

/** What connects rows of the audit with the customer. The rows and their seals stay. */
async function erasedSalts(database: Database, psuId: string, subjects: ErasureTarget['subjects']): Promise<number> {
  let erased = await eraseAuditSalts(database, [psuId]);
  for (let ids = await subjects?.(database, psuId, null); ids !== undefined && ids.length > 0;) {
    erased += await eraseAuditSalts(database, ids);
    ids = ids.length < purgeBatch ? [] : await subjects!(database, psuId, ids.at(-1)!);
  }
  return erased;
}
