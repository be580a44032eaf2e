import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AvailabilityReport, ReportLine } from '@open-banking/verification/availability';
import { maintenanceInternal } from '@open-banking/spec';
import { exchange, inDays, internalCall, killableBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

const probeMs = 500;
const slowMs = 300_000;

describe('openbank report availability', () => {
  const bank = killableBank(['ais-pis', 'cards'], { PROBE_EVERY_MS: String(probeMs), TIME_ZONE: 'Asia/Jerusalem' });
  const { openbank, json } = openbankOf(bank);
  const folder = mkdtempSync(join(tmpdir(), 'availability-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const quarter = (): string => {
    const [year, month] = inDays(0).split('-').map(Number);
    return `${year}Q${Math.ceil(month! / 3)}`;
  };
  const report = (...args: string[]) => json<AvailabilityReport>('report', 'availability', '--quarter', quarter(), ...args);
  const lineOf = ({ quarterLines }: AvailabilityReport, productClass: string): ReportLine =>
    quarterLines.find((line) => line.productClass === productClass)!;
  const line = async (productClass: string): Promise<ReportLine> => lineOf(await report(), productClass);

  /** Waits for a value that fits. */
  async function eventually<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
    for (;;) {
      const value = await read();
      if (fits(value)) return value;
      await pause(100);
    }
  }
  /** How long ago a process of the service has last answered its own probe, in seconds; infinite where none has yet. */
  const silentSeconds = async (service: 'ais-pis' | 'cards'): Promise<number> =>
    (
      await bank
        .database(service)
        .query<{ age: number | null }>(
          'select extract(epoch from clock_timestamp() - max(last_at))::double precision as age from ready_period',
        )
    ).rows[0]!.age ?? Infinity;
  /** Services store what they have answered every ten seconds. */
  const storedAnswers = async (): Promise<number> => {
    const counts = (['ais-pis', 'cards'] as const).map((service) =>
      bank.database(service).query<{ stored: number | null }>('select sum(answers)::int as stored from answer_count'),
    );
    return (await Promise.all(counts)).reduce((sum, { rows }) => sum + (rows[0]!.stored ?? 0), 0);
  };
  const isReady = (service: 'ais-pis' | 'cards') =>
    eventually(
      () => silentSeconds(service),
      (age) => age < 2 * (probeMs / 1_000),
    );
  /** Hangs the service until it has been silent for some seconds. */
  async function hang(service: 'ais-pis' | 'cards', seconds: number, meanwhile = async (): Promise<void> => undefined): Promise<void> {
    await isReady(service);
    const pid = bank.facts.pids[service]!;
    process.kill(pid, 'SIGSTOP');
    try {
      await meanwhile();
      await eventually(
        () => silentSeconds(service),
        (age) => age > seconds,
      );
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await isReady(service);
  }
  /**
   * Downtime of a service that was silent for more than so many seconds, counted from its first probe without an answer, in a report that is
   * compared with one since `since`. However slow the machine is, no more time can have passed than has passed.
   */
  const isDowntime = (measured: number, silentFor: number, since: number): void => {
    expect(measured).toBeGreaterThan(silentFor - probeMs / 1_000 - 1);
    expect(measured).toBeLessThan((performance.now() - since) / 1_000 + 1);
  };

  it(
    'counts the requests of each group of operations; only what the bank has failed is an error',
    async () => {
      const send = (method: string, path: string, headers = {}) => exchange(bank.baseUrl + path, { method, headers });
      for (let sent = 0; sent < 7; sent++) expect((await send('GET', '/v1.7/cards')).status).toBe(401);
      for (let sent = 0; sent < 3; sent++) expect((await send('POST', '/v1.7/payments/instant-sepa-credit-transfers')).status).toBe(401);
      expect((await send('GET', '/v1.7/oauth/consents/.well-known/oauth-authorization-server')).status).toBe(200);
      expect((await send('GET', '/v1.7/nowhere')).status).toBe(404);
      await hang('ais-pis', 1, async () => {
        expect((await send('GET', '/v1.7/cards', { authorization: 'Bearer unknown' })).status).toBe(503);
      });
      await eventually(storedAnswers, (stored) => stored >= 12);
      const counted = await report();
      expect(lineOf(counted, 'AIS')).toMatchObject({ requests: 8, errors: 1, errorPercent: 12.5 });
      expect(lineOf(counted, 'PIS')).toMatchObject({ requests: 3, errors: 0, errorPercent: 0 });
      expect(lineOf(counted, 'OTHER')).toMatchObject({ requests: 1, errors: 0 });
      expect(lineOf(counted, 'ALL')).toMatchObject({ requests: 12, errors: 1 });
      // The answer that ais-pis owed took longest.
      const { meanMs, p95Ms } = lineOf(counted, 'AIS');
      expect(p95Ms).toBeGreaterThan(meanMs!);
    },
    slowMs,
  );

  it(
    'reports a service that hangs, or is killed, as down for about as long as it was',
    async () => {
      const since = performance.now();
      const atFirst = await report();
      const before = lineOf(atFirst, 'AIS');
      await hang('cards', 5);
      const between = performance.now();
      const thereafter = await report();
      const afterHang = lineOf(thereafter, 'AIS');
      const hung = afterHang.downtimeSeconds - before.downtimeSeconds;
      isDowntime(hung, 5, since);
      // Payments need ais-pis only, which may have been without a processor for some of that time.
      expect(lineOf(thereafter, 'PIS').downtimeSeconds - lineOf(atFirst, 'PIS').downtimeSeconds).toBeLessThan(hung);

      process.kill(bank.facts.pids['cards']!, 'SIGKILL');
      await eventually(
        () => silentSeconds('cards'),
        (age) => age > 5,
      );
      // Still down: what is not back yet counts until now.
      expect((await line('AIS')).downtimeSeconds).toBeGreaterThan(afterHang.downtimeSeconds + 1);
      await bank.restart('cards');
      await isReady('cards');
      const afterKill = await line('AIS');
      isDowntime(afterKill.downtimeSeconds - afterHang.downtimeSeconds, 5, between);
      expect(afterKill.plannedDowntimeSeconds).toBe(before.plannedDowntimeSeconds);
      expect(afterKill.uptimePercent).toBeLessThan(100);
      // Each is rounded to a tenth of a second.
      expect(Math.abs(afterKill.uptimeSeconds + afterKill.downtimeSeconds - afterKill.observedSeconds)).toBeLessThan(0.15);
    },
    slowMs,
  );

  it(
    'counts downtime in announced maintenance apart; maintenance is announced before it begins, to everybody',
    async () => {
      const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
      const announce = (startsAt: string, endsAt: string, windowId: string = randomUUID()) =>
        internalCall(
          bank.operator,
          'ais-pis',
          maintenanceInternal.announceMaintenance,
          { startsAt, endsAt, reason: 'New disks' },
          { windowId },
        );
      expect(await announce(at(-1_000), at(60_000))).toAnswer(400, { tppMessages: [{ path: '/startsAt' }] });
      expect(await announce(at(60_000), at(30_000))).toAnswer(400, { tppMessages: [{ path: '/endsAt' }] });

      await isReady('cards');
      const since = performance.now();
      const before = await line('AIS');
      const [from, until] = [at(3_600_000), at(7_200_000)];
      const announced = await json<{ windowId: string }>(
        'maintenance',
        'announce',
        '--from',
        from,
        '--until',
        until,
        '--reason',
        'New disks',
      );
      expect(await announce(from, until, announced.windowId)).toAnswer(200, { windowId: announced.windowId });
      expect(await announce(from, at(7_205_000), announced.windowId)).toAnswer(409);
      const withdrawn = await json<{ windowId: string }>(
        ...(['maintenance', 'announce', '--from', at(10_800_000), '--until', at(14_400_000), '--reason', 'Not needed'] as const),
      );
      expect(await json('maintenance', 'withdraw', withdrawn.windowId)).toMatchObject({ withdrawnAt: expect.any(String) });
      expect(await json('maintenance', 'list')).toMatchObject([{ windowId: announced.windowId }, { windowId: withdrawn.windowId }]);

      // Anybody may read it, and the answers of all services announce it; what was withdrawn is not shown.
      const { status, body } = await exchange(`${bank.baseUrl}/maintenance-windows`);
      const shown = { windowId: announced.windowId, startsAt: from, endsAt: until, reason: 'New disks' };
      expect({ status, body }).toEqual({ status: 200, body: { maintenanceWindows: [shown] } });
      const isAnnounced = async (startsAt: string, endsAt: string): Promise<void> => {
        const times = `start=@${Math.floor(Date.parse(startsAt) / 1_000)}, end=@${Math.ceil(Date.parse(endsAt) / 1_000)}`;
        for (const path of ['/v1.7/cards', '/v1.7/accounts', '/v1.7/oauth/consents/.well-known/oauth-authorization-server']) {
          const announces = async () => (await exchange(bank.baseUrl + path)).headers;
          const headers = await eventually(announces, (found) => found['maintenance-window'] === times);
          expect(headers).toMatchObject({ link: '</maintenance-windows>; rel="status"' });
        }
      };
      await isAnnounced(from, until);

      // The hour until it begins passes.
      const [began, ends] = [at(-1_000), at(3_599_000)];
      await bank
        .database('ais-pis')
        .query(
          "update maintenance_window set announced_at = announced_at - interval '1 hour', starts_at = $2, ends_at = $3 where window_id = $1",
          [announced.windowId, began, ends],
        );
      await isAnnounced(began, ends);
      expect(await openbank('maintenance', 'withdraw', announced.windowId)).toMatchObject({
        code: 1,
        err: expect.stringContaining('begun'),
      });
      await hang('ais-pis', 5, async () => {
        const untilEnd = () => (Date.parse(ends) - Date.now()) / 1_000;
        const asked = untilEnd();
        const refused = await exchange(`${bank.baseUrl}/v1.7/cards`, { headers: { authorization: 'Bearer unknown' } });
        expect(refused.status).toBe(503);
        // Until the end of the window, and not the second of other times.
        expect(Number(refused.headers['retry-after'])).toBeLessThan(asked + 2);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(untilEnd() - 2);
      });
      const after = await line('AIS');
      isDowntime(after.plannedDowntimeSeconds - before.plannedDowntimeSeconds, 5, since);
      isDowntime(after.downtimeSeconds - before.downtimeSeconds, 5, since);
      expect((await report()).maintenance).toMatchObject([{ reason: 'New disks' }]);
    },
    slowMs,
  );

  it('writes the same daily figures as CSV and as a page', async () => {
    const [csv, page] = [join(folder, 'report.csv'), join(folder, 'report.html')];
    const { days } = await report('--csv', csv, '--html', page);
    const [head, ...lines] = readFileSync(csv, 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((text) => text.split(','));
    const read = lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [head![at]!, cell])));
    expect(read).toEqual(
      days.map((day) =>
        expect.objectContaining({
          day: day.day,
          class: day.productClass,
          requests: String(day.requests),
          downtime_seconds: String(day.downtimeSeconds),
          planned_downtime_seconds: String(day.plannedDowntimeSeconds),
          p95_ms: String(day.p95Ms ?? ''),
        }),
      ),
    );
    expect(new Set(read.map((row) => row['class']))).toEqual(new Set(['AIS', 'PIS', 'OTHER', 'ALL']));
    const text = readFileSync(page, 'utf8');
    expect(text).not.toMatch(/<script|<link|<img|src=|href=/);
    for (const day of days) expect(text).toContain(`<th scope="row">${day.day}</th><td>${day.uptimePercent}</td>`);
    expect(text.match(/<caption>/g)).toHaveLength(6);
    expect(text).toContain('New disks');
  });

  it('says that a quarter without figures has none, and refuses what is no quarter', async () => {
    const csv = join(folder, 'empty.csv');
    const past = ['report', 'availability', '--quarter', '2020Q1'];
    expect(await openbank(...past, '--csv', csv)).toMatchObject({ code: 0, out: 'No figures are stored for 2020Q1.\n' });
    expect(readFileSync(csv, 'utf8')).toMatch(/^day,class,[a-z0-9_,]+\r\n$/);
    expect(await openbank('report', 'availability', '--quarter', '2026Q5')).toMatchObject({
      code: 1,
      err: 'openbank: "2026Q5" is not a quarter: write the year and the quarter, such as 2026Q4.\n',
    });
  });
});
