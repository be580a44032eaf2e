import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serversFolder } from '@open-banking/postgres-server/testing';
import { runChaos } from '../src/chaos/chaos-run.js';
import { ChaosBank } from '../src/chaos/chaos-bank.js';

const wholeMs = 900_000;
/** A minute, and four more for a machine that does other work. */
const finalMs = 300_000;

/** A few seconds with one process of each service; chaos.campaign.spec.ts disturbs replicas, and for longer. */
describe('payments and collections, while services and PostgreSQL are disturbed for a few seconds', () => {
  let folder: string;
  let bank: ChaosBank;
  beforeAll(async () => {
    folder = mkdtempSync(join(serversFolder(), 'open-banking-chaos-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    bank = await ChaosBank.open({ folder, fleet: { 'ais-pis': 1, mandates: 1 }, log: () => undefined });
  }, wholeMs);
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  }, wholeMs);

  it(
    'exist exactly once and are final within a minute, and books and audit are consistent',
    async () => {
      const { activity, faults, settledAfterMs, ...judged } = await runChaos(bank, {
        payments: 10_000,
        seconds: 5,
        payers: 2,
        seed: 'tests',
        finalMs,
        clockPauses: [1_000, 2_000],
      });
      const right = { lost: [], doubled: [], wrong: [], unfinished: [], ledger: undefined, core: undefined, audit: undefined };
      expect(judged).toEqual({ retries: judged.retries, ...right });
      expect(settledAfterMs).toBeLessThan(finalMs);
      expect(Object.values(faults).flatMap((kinds) => Object.values(kinds))).not.toEqual([]);
      expect(activity.payments).toBeGreaterThan(0);
    },
    wholeMs,
  );
});
