import { setTimeout as pause } from 'node:timers/promises';
import { exchange, runningBank } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';

const slowMs = 60_000;

describe('a service that probes the gateway', () => {
  const bank = runningBank();

  /** Runs another process of cards until it has probed some times. `everyMs` tells its periods from those of others. */
  async function probing(everyMs: number, gateway: string): Promise<number> {
    const own = await anotherProcess(bank, 'cards', { settings: { PROBE_EVERY_MS: String(everyMs), PROBE_GATEWAY_URL: gateway } });
    for (; (await probes(own)) < 5;) await pause(50);
    await own.stop();
    const { rows } = await bank
      .database('cards')
      .query<{ periods: number }>('select count(*)::int as periods from ready_period where every_ms = $1', [everyMs]);
    return rows[0]!.periods;
  }
  const probes = async ({ internalUrl }: AnotherProcess): Promise<number> => {
    const { text } = await exchange(`${internalUrl}/metrics`);
    return Number(/recurring_work_runs_total\{[^}]*task="mark-ready"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const counted = async (): Promise<number> =>
    (await bank.database('cards').query<{ all: number }>('select coalesce(sum(answers), 0)::int as all from answer_count')).rows[0]!.all;

  it(
    'is ready while the gateway forwards to it, and not otherwise; its probes count as no requests',
    async () => {
      const before = await counted();
      expect(await probing(151, bank.baseUrl)).toBe(1);
      expect(await probing(152, 'http://127.0.0.1:1')).toBe(0);
      expect(await counted()).toBe(before);
    },
    slowMs,
  );

  it(
    'adds what it has counted to the database when it stops',
    async () => {
      const before = await counted();
      const own = await anotherProcess(bank, 'cards', { settings: {} });
      for (let sent = 0; sent < 4; sent++) expect((await exchange(`${own.baseUrl}/v1.7/cards`)).status).toBe(401);
      await own.stop();
      expect(await counted()).toBe(before + 4);
    },
    slowMs,
  );
});
