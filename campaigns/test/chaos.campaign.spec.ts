import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChaos } from '../src/chaos/chaos-run.js';
import { ChaosBank } from '../src/chaos/chaos-bank.js';

const wholeMs = 900_000;
/** A minute, and four more for a machine that does other work. */
const finalMs = 300_000;

describe('payments and collections, while services and PostgreSQL are killed, hung and stopped and the clock moves', () => {
  let folder: string;
  let bank: ChaosBank;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'open-banking-chaos-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    bank = await ChaosBank.open({ folder, fleet: { 'ais-pis': 2, mandates: 1 }, log: () => undefined });
  }, wholeMs);
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  }, wholeMs);

  it(
    'exist exactly once, are debited once and final within a minute, and books and audit are consistent',
    async () => {
      const { activity, faults, settledAfterMs, ...judged } = await runChaos(bank, {
        payments: 10_000,
        seconds: 20,
        payers: 4,
        seed: 'tests',
        finalMs,
      });
      expect(judged).toEqual({
        retries: judged.retries,
        lost: [],
        doubled: [],
        wrong: [],
        unfinished: [],
        ledger: undefined,
        core: undefined,
        audit: undefined,
      });
      expect(settledAfterMs).toBeLessThan(finalMs);
      // Faults were injected and work was done.
      expect(
        Object.values(faults)
          .flatMap((kinds) => Object.values(kinds))
          .reduce((sum, times) => sum + times, 0),
      ).toBeGreaterThan(3);
      expect(activity.payments).toBeGreaterThan(3);
      expect(activity.collections).toBeGreaterThan(1);
      expect(activity.clockMoves).toBeGreaterThan(1);
    },
    wholeMs,
  );
});
