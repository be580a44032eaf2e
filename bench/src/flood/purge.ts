import { setTimeout as pause } from 'node:timers/promises';
import { clockInternal } from '@open-banking/spec';
import type { Bank } from '@open-banking/sandbox';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import type { Stored, StoredRows } from './rows.js';

/**
 * What the recurring work deletes, by table. The rest are records, kept as long as the bank keeps them, and answers, kept for days of real
 * time.
 */
export const purgedTables = ['artifact', 'journey', 'sign_in_attempt', 'dpop_proof', 'customer_session'] as const;

const timeoutMs = 60_000;
/** Unused registrations are removed at the next due work after 30 days. */
const later = 'P40D';
const step = 'PT1M';

async function advance(operator: OperatorFile, by: string): Promise<void> {
  expectSuccess('clock', await internalCall(operator, 'ais-pis', clockInternal.advanceClock, { by }));
}

/** Moves the clock on, starts the service anew (its recurring work begins soon after), and waits until what may go has gone. */
export async function purgedLater(bank: Bank, operator: OperatorFile, stored: StoredRows, before: Stored): Promise<Stored> {
  await advance(operator, later);
  process.kill(bank.pids['ais-pis']!, 'SIGTERM');
  await bank.restart('ais-pis');
  const until = performance.now() + timeoutMs;
  let now = await stored.now();
  const isLeft = (): boolean => purgedTables.some((table) => (now.rows[table] ?? 0) > (before.rows[table] ?? 0));
  const registered = await stored.registrations();
  for (let left = registered; performance.now() < until && (isLeft() || left > 0);) {
    // Each run of the due work removes a batch of registrations.
    if (left > 0) await advance(operator, step);
    await pause(500);
    left = await stored.registrations();
    now = await stored.now();
  }
  return now;
}
