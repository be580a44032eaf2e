import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exchange } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';

const program = fileURLToPath(new URL('../../../apps/loan-services/dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plan-file-'));
const planFile = join(folder, 'plan.json');
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase('loan-services');
}, 120_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A separate service with this plan. Its requests have no token, so no issuer is needed. */
function started(plan: unknown) {
  writeFileSync(planFile, JSON.stringify(plan));
  writeFileSync(join(folder, 'loan-services.private.jwk.json'), '{}');
  const child = fork(program, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      DATABASE_URL: database.serviceUrl,
      KEYS_DIR: folder,
      AIS_PIS_INTERNAL_URL: 'http://127.0.0.1:9',
      PLAN_FILE: planFile,
      DRAIN_MS: '0',
    },
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }));
  const listening = once(child, 'message').then(([{ port }]) => ({ port: port as number }));
  return { child, ended, first: Promise.race([listening, ended]) };
}

const policyAt = async (port: number, path: string): Promise<unknown> => {
  const { status, headers } = await exchange(`http://127.0.0.1:${port}${path}`, { method: 'POST' });
  expect(status).toBe(401);
  return headers['ratelimit-policy'];
};

describe('A service with a PLAN_FILE', () => {
  it("uses its numbers, and the table's for everything else", async () => {
    const { child, ended, first } = started({ operations: { simulateMortgage: { second: 1_000, day: 5_000 } } });
    const { port } = (await first) as { port: number };
    try {
      expect(await policyAt(port, '/mortgageSimulation')).toBe('"second";q=1000;w=1, "day";q=5000;w=86400');
      expect(await policyAt(port, '/v1/mortgageSimulation')).toBe('"hour";q=100;w=3600');
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });

  it('does not start if the file is invalid, and names the place', async () => {
    const { code, said } = (await started({ classes: { loanServices: { hours: 100 } } }).first) as { code: number; said: string };
    expect({ code, ...(JSON.parse(said) as object) }).toMatchObject({
      code: 1,
      service: 'loan-services',
      event: 'cannot start',
      message: `PLAN_FILE ${planFile}: classes.loanServices.hours is not known here; names are among second, minute, hour, day`,
    });
  });
});
