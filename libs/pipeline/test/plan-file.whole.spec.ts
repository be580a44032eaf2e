import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exchange } from '@open-banking/testing';
import { compileCacheOf } from '@open-banking/testing/bank';
import { freshDatabase } from '@open-banking/testing/database';

const program = fileURLToPath(new URL('../../../apps/loan-services/dist/bundle/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plan-file-'));
const planFile = join(folder, 'plan.json');
const withinMs = 200_000;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  writeFileSync(join(folder, 'loan-services.private.jwk.json'), '{}');
  database = await freshDatabase('loan-services');
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A separate service with this plan file. Its requests have no token, so no issuer is needed. */
function started(file = planFile, databaseUrl = database.serviceUrl) {
  const child = fork(program, [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      NODE_COMPILE_CACHE: compileCacheOf('loan-services'),
      DATABASE_URL: databaseUrl,
      KEYS_DIR: folder,
      AIS_PIS_INTERNAL_URL: 'http://127.0.0.1:9',
      PLAN_FILE: file,
      DRAIN_MS: '0',
    },
  });
  let said = '';
  let logged = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stdout!.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }));
  const listening = once(child, 'message').then(([ports]) => ports as { port: number; internalPort: number });
  return { child, ended, first: Promise.race([listening, ended]), planLines: () => planLinesIn(logged) };
}

const planLinesIn = (logged: string): Record<string, unknown>[] =>
  logged
    .split('\n')
    .filter((line) => line.includes('"event":"plan file'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

interface Service {
  readonly port: number;
  readonly internalPort: number;
  /** What it has logged of its plan file since the test began. */
  readonly planLines: () => Record<string, unknown>[];
}

/** In one step: a service that read a file half written would refuse it. */
const write = (plan: unknown, file = planFile): void => {
  writeFileSync(`${file}.next`, JSON.stringify(plan));
  renameSync(`${file}.next`, file);
};

interface Announced {
  readonly policy: string;
  readonly rateLimit: string;
}
async function announcedAt(port: number, path = '/mortgageSimulation'): Promise<Announced> {
  const { status, headers } = await exchange(`http://127.0.0.1:${port}${path}`, { method: 'POST' });
  expect(status).toBe(401);
  return { policy: headers['ratelimit-policy'] as string, rateLimit: headers['ratelimit'] as string };
}
const policyAt = async (port: number, path?: string): Promise<string> => (await announcedAt(port, path)).policy;

async function until(met: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + withinMs; !(await met()); await pause(50))
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
}
const untilPolicy = ({ port }: Service, policy: string): Promise<void> =>
  until(async () => (await policyAt(port)) === policy, `RateLimit-Policy ${policy}`);

async function metricOf({ internalPort }: Service, name: string): Promise<number> {
  const { text } = await exchange(`http://127.0.0.1:${internalPort}/metrics`);
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (.+)$`, 'm').exec(text)?.[1] ?? NaN);
}
const readingsOf = (service: Service): Promise<number> =>
  metricOf(service, 'openbank_recurring_work_runs_total\\{task="read-plan-file".*\\}');

const original = { operations: { simulateMortgage: { second: 1_000, day: 500_000 } } };
const originalPolicy = '"second";q=1000;w=1, "day";q=500000;w=86400';
const changed = { operations: { simulateMortgage: { minute: 200_000, hour: 300_000 } } };
const changedPolicy = '"minute";q=200000;w=60, "hour";q=300000;w=3600';

describe('A service with a PLAN_FILE', () => {
  let running: ReturnType<typeof started>;
  let service: Service;
  beforeAll(async () => {
    write(original);
    running = started();
    service = { ...((await running.first) as Omit<Service, 'planLines'>), planLines: () => running.planLines() };
  });
  afterAll(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  });
  beforeEach(async () => {
    write(original);
    await untilPolicy(service, originalPolicy);
    // A line may arrive after its plan is in force: what earlier tests have caused was logged before now.
    const began = Date.now();
    service = { ...service, planLines: () => running.planLines().filter(({ time }) => Date.parse(time as string) > began) };
  });

  it("uses its numbers, and the table's for everything else", async () => {
    expect(await policyAt(service.port)).toBe(originalPolicy);
    expect(await policyAt(service.port, '/v1/mortgageSimulation')).toBe('"hour";q=100;w=3600');
  });

  it('does not start if the file is invalid, and names the place before it waits for a database', async () => {
    const invalid = join(folder, 'invalid.json');
    write({ classes: { loanServices: { hours: 100 } } }, invalid);
    const { code, said } = (await started(invalid, 'postgres://nobody@127.0.0.1:9/nothing').first) as { code: number; said: string };
    expect({ code, ...(JSON.parse(said) as object) }).toMatchObject({
      code: 1,
      service: 'loan-services',
      event: 'cannot start',
      message: `PLAN_FILE ${invalid}: classes.loanServices.hours is not known here; names are among second, minute, hour, day`,
    });
  });

  it('puts a changed file in force within seconds, and decides each request by one of the two plans', async () => {
    const seen: Announced[] = [await announcedAt(service.port)];
    const changedAt = Math.floor(Date.now() / 1_000);
    write(changed);
    await until(async () => {
      seen.push(...(await Promise.all(Array.from({ length: 8 }, () => announcedAt(service.port)))));
      return seen.at(-1)!.policy === changedPolicy;
    }, 'the changed plan');

    expect(new Set(seen.map(({ policy }) => policy))).toEqual(new Set([originalPolicy, changedPolicy]));
    const windows = ({ rateLimit }: Announced): string => rateLimit.replaceAll(/;[rt]=\d+/g, '');
    const ofOriginal = seen.filter(({ policy }) => policy === originalPolicy);
    expect(new Set(ofOriginal.map(windows))).toEqual(new Set(['"second", "day"']));
    expect(new Set(seen.filter((one) => !ofOriginal.includes(one)).map(windows))).toEqual(new Set(['"minute", "hour"']));
    await until(async () => service.planLines().length > 0, 'a line about the plan');
    expect(service.planLines()).toEqual([
      expect.objectContaining({ event: 'plan file read again: the new plan is in force', file: planFile }),
    ]);
    expect(await metricOf(service, 'openbank_plan_loaded_timestamp_seconds')).toBeGreaterThanOrEqual(changedAt);
    expect(await metricOf(service, 'openbank_plan_refused')).toBe(0);
  });

  it('refuses an invalid file as a whole and reports every error once; the previous plan stays in force until the file is valid', async () => {
    write({ classes: { loanServices: { hours: 100 } }, operations: { simulateMortgage: { second: 7, day: 0 } } });
    await until(async () => service.planLines().length > 0, 'a line about the plan');
    const readings = await readingsOf(service);
    await until(async () => (await readingsOf(service)) >= readings + 2, 'two more readings of the file');

    expect(await policyAt(service.port)).toBe(originalPolicy);
    expect(await metricOf(service, 'openbank_plan_refused')).toBe(1);
    const [refused, ...more] = service.planLines();
    expect(more).toEqual([]);
    expect(refused).toMatchObject({ event: 'plan file refused: the previous plan stays in force', file: planFile });
    expect((refused!['message'] as string).split('\n')).toEqual([
      `PLAN_FILE ${planFile}: classes.loanServices.hours is not known here; names are among second, minute, hour, day`,
      `PLAN_FILE ${planFile}: operations.simulateMortgage.day must be a whole number from 1 to 999,999,999,999,999; it is 0`,
    ]);

    rmSync(planFile);
    await until(async () => service.planLines().length > 1, 'a line about the missing file');
    expect(service.planLines()[1]).toMatchObject({ message: `PLAN_FILE ${planFile}: the file cannot be read (ENOENT)` });
    expect(await policyAt(service.port)).toBe(originalPolicy);

    write(changed);
    await untilPolicy(service, changedPolicy);
    expect(await metricOf(service, 'openbank_plan_refused')).toBe(0);
  });

  it('follows a file that is replaced by a rename, and a folder that is swapped by a symbolic link as in a ConfigMap', async () => {
    const publish = (version: string, plan: unknown): void => {
      mkdirSync(join(folder, version));
      write(plan, join(folder, version, 'plan.json'));
      symlinkSync(version, join(folder, '..data_tmp'));
      renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    };
    publish('..2026_1', changed);
    symlinkSync('..data/plan.json', `${planFile}.link`);
    renameSync(`${planFile}.link`, planFile);
    await untilPolicy(service, changedPolicy);
    publish('..2026_2', original);
    await untilPolicy(service, originalPolicy);

    write(changed);
    await untilPolicy(service, changedPolicy);
  });
});
