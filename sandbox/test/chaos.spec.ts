import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storm } from '../src/chaos/storm.js';
import { TroubledBank } from '../src/chaos/troubled-bank.js';

const wholeMs = 400_000;

describe('payments and collections, while services and PostgreSQL are killed, hung and stopped and the clock moves', () => {
  let folder: string;
  let bank: TroubledBank;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'open-banking-chaos-'));
    // PostgreSQL runs as another user where this is root.
    chmodSync(folder, 0o755);
    bank = await TroubledBank.open({ folder, fleet: { 'ais-pis': 2, mandates: 1 }, say: () => undefined });
  }, wholeMs);
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  }, wholeMs);

  it(
    'are there once each, debited once, final within a minute, and the books and the audit are right',
    async () => {
      const { deeds, troubles, settledAfterMs, ...judged } = await storm(bank, { payments: 10_000, seconds: 30, payers: 4 });
      expect(judged).toEqual({
        retries: judged.retries,
        lost: [],
        doubled: [],
        wrong: [],
        unfinished: [],
        ledger: undefined,
        audit: undefined,
      });
      expect(settledAfterMs).toBeLessThan(60_000);
      // It was a storm, and work was done in it.
      expect(
        Object.values(troubles)
          .flatMap((kinds) => Object.values(kinds))
          .reduce((sum, times) => sum + times, 0),
      ).toBeGreaterThan(3);
      expect(deeds.payments).toBeGreaterThan(3);
      expect(deeds.collections).toBeGreaterThan(1);
      expect(deeds.clockMoves).toBeGreaterThan(1);
    },
    wholeMs,
  );
});
