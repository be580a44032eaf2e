import { setTimeout as pause } from 'node:timers/promises';
import { asAdmin } from '@open-banking/database';
import { exchange, runningBank } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import { freshDatabase } from '@open-banking/testing/database';

const slowMs = 300_000;

describe('a service that probes the gateway', () => {
  const bank = runningBank(['ais-pis', 'cards']);

  // A database of its own, as other tests ask the bank's cards, too.
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase('cards');
  });
  afterAll(() => database.close());
  const another = (settings: Readonly<Record<string, string>>): Promise<AnotherProcess> =>
    anotherProcess(bank, 'cards', { databaseUrl: database.serviceUrl, settings });
  const counted = async (text: string): Promise<number> =>
    asAdmin(database.ownerUrl, async (owner) => (await owner.query<{ count: number }>(text)).rows[0]!.count);
  const periods = () => counted('select count(*)::int as count from ready_period');
  const answers = () => counted('select coalesce(sum(answers), 0)::int as count from answer_count');

  /** Runs a process of cards that probes this gateway until `done`. */
  async function probing(gateway: string, done: (own: AnotherProcess) => Promise<boolean>): Promise<void> {
    const own = await another({ PROBE_EVERY_MS: '500', PROBE_GATEWAY_URL: gateway });
    while (!(await done(own))) await pause(50);
    await own.stop();
  }
  const probes = async ({ internalUrl }: AnotherProcess): Promise<number> => {
    const { text } = await exchange(`${internalUrl}/metrics`);
    return Number(/recurring_work_runs_total\{[^}]*task="mark-ready"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
  };

  it(
    'is ready while the gateway forwards to it, and not otherwise; its probes count as no requests',
    async () => {
      await probing('http://127.0.0.1:1', async (own) => (await probes(own)) >= 5);
      expect(await periods()).toBe(0);
      // In place of the gateway, a process that stores what it counts in the same database.
      const forwarding = await another({});
      await probing(forwarding.baseUrl, async () => (await periods()) > 0);
      await forwarding.stop();
      expect(await answers()).toBe(0);
    },
    slowMs,
  );

  it(
    'adds what it has counted to the database when it stops',
    async () => {
      const own = await another({});
      // HEAD counts as the GET that it stands for.
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD'])
        expect((await exchange(`${own.baseUrl}/v1.7/cards`, { method })).status).toBe(401);
      await own.stop();
      expect(await answers()).toBe(4);
    },
    slowMs,
  );
});
