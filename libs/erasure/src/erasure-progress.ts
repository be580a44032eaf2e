import type { ErasureProgress } from '@open-banking/contracts';
import { statement, type Database } from '@open-banking/database';
import type { ErasedCustomer } from './erasing.js';
import { auditSalts, erasingsOf, saltedIds } from './erasings.js';
import type { ErasureTarget, PlatformTables } from './erasure-target.js';

/** Before anything is erased: from then on others who hold something with the customer hold it without them. */
const noteErased = statement<never, [psuId: string, today: string]>(
  'erasure.note',
  'insert into erased_customer (psu_id, erased_on) values ($1, $2) on conflict do nothing',
);

/** How long one call goes on, in milliseconds. It ends with the batch that it is at, before its caller gives up. */
const callMs = 700;

/**
 * Erases batch by batch, as far as one call comes. Each batch is a transaction: whatever interrupts it, the next call finds what is left.
 */
export async function progressOf(
  database: Database,
  target: ErasureTarget,
  customer: ErasedCustomer,
  platform: PlatformTables,
): Promise<ErasureProgress> {
  const obstacles = await target.obstacles(database, customer.psuId);
  if (obstacles.length > 0) return { erased: {}, done: false, obstacles, keptUntil: null };
  await database.rows(noteErased, customer.psuId, customer.today);
  const endsAt = performance.now() + callMs;
  const erased: Record<string, number> = {};
  for (const { what, batch, count } of erasingsOf(target, platform))
    for (let rows = await batch(database, customer); rows > 0; rows = await batch(database, customer)) {
      if (count) erased[what] = (erased[what] ?? 0) + rows;
      if (performance.now() > endsAt) return { erased, done: false, obstacles, keptUntil: null };
    }
  const salts = await erasedSalts(database, target, platform, customer.psuId);
  if (salts > 0) erased[auditSalts] = salts;
  return { erased, done: true, obstacles, keptUntil: (await target.keptUntil?.(database, customer)) ?? null };
}

async function erasedSalts(database: Database, target: ErasureTarget, { eraseSalts }: PlatformTables, psuId: string): Promise<number> {
  let erased = 0;
  for await (const ids of saltedIds(database, target, psuId)) erased += await eraseSalts(database, ids);
  return erased;
}
