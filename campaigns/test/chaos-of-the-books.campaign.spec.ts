import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChaos } from '../src/chaos/chaos-run.js';
import { ChaosBank } from '../src/chaos/chaos-bank.js';

const wholeMs = 600_000;
/** A minute, and more for a machine that does other work. */
const finalMs = 240_000;
const seed = 'tests';

describe('the books of a bank and of the core that keeps them', () => {
  let folder: string;
  let bank: ChaosBank;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'open-banking-chaos-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    bank = await ChaosBank.open({
      folder,
      fleet: { 'ais-pis': 1, mandates: 1 },
      core: { misbehaviour: 'slow:0.1,twice:0.1,late:0.15,lost:0.1,dies:0.03', seed },
      log: () => undefined,
    });
  }, wholeMs);
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  }, wholeMs);

  it(
    'agree entry for entry when all has been killed, hung and restarted',
    async () => {
      const { activity, faults, settledAfterMs, ...judged } = await runChaos(bank, {
        payments: 10_000,
        seconds: 15,
        payers: 3,
        seed,
        finalMs,
      });
      const right = { lost: [], doubled: [], wrong: [], unfinished: [], ledger: undefined, core: undefined, audit: undefined };
      expect(judged).toEqual({ retries: judged.retries, ...right });
      expect(settledAfterMs).toBeLessThan(finalMs);
      expect(Object.values(faults).flatMap((kinds) => Object.values(kinds)).length).toBeGreaterThan(2);
      expect(activity.payments).toBeGreaterThan(3);
      expect(activity.collections).toBeGreaterThan(1);
    },
    wholeMs,
  );
});
