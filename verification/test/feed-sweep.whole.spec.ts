import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { descriptionOf, type RowDifference } from '@open-banking/feed';
import { daysAgo, killableBank, temporaryFolder, TestFeed } from '@open-banking/testing';
import { RetryPolicy } from '@open-banking/testing/sandbox';
import { compare } from '../src/load/index.js';
import { serviceTables } from '../src/service-tables.js';
import { anArrearsTransaction, dayOf, otherValue, resources, services, wrongDay, type FedService } from './a-fed-day.js';
import { aSmallBank, ids, text, type Line } from './a-small-bank.js';

const preload = new URL('../../testing/dist/kill-at-point.js', import.meta.url).href;
const killMs = 150_000;

describe("the feed of the bank's core", () => {
  const [files, points] = [temporaryFolder(), temporaryFolder()];
  const killAt = join(points.path, 'point');
  const settings = { NODE_OPTIONS: `--import ${preload}`, KILL_AT_FILE: killAt, FEED_FAULTS: 'set-aside' };
  const bank = killableBank(['ais-pis', ...services], settings, services);
  const small = aSmallBank();
  afterAll(() => {
    files.remove();
    points.remove();
  });

  /** The small bank's customer with everything, sent as one step to each service. */
  const feeds = new Map<FedService, TestFeed>();
  beforeAll(async () => {
    for (const service of services) {
      const core = new TestFeed(bank, service);
      feeds.set(service, core);
      await core.take(...small[service]);
    }
  }, killMs);

  const dayBefore = new Map<FedService, readonly Line[]>();
  const feedLines = (service: FedService): readonly Line[] => dayBefore.get(service) ?? small[service];
  const count = async (service: FedService, table: string, where: string, value: string): Promise<number> =>
    (await bank.database(service).query<{ count: number }>(`select count(*)::int as count from "${table}" where ${where} = $1`, [value]))
      .rows[0]!.count;

  /** Differences from a snapshot of the small bank, among the rows that are the small bank's. */
  async function differences(service: FedService, lines: readonly Line[]): Promise<RowDifference[]> {
    const file = join(files.path, `${randomUUID()}.ndjson`);
    writeFileSync(file, text(lines));
    const found: RowDifference[] = [];
    await compare(service, file, bank.operator.ownerDatabases![service]!, (one) => found.push(one));
    const own = new Set([...Object.values(ids), '0d5c7a10-0000-4000-8000-000000000007', 'IE00B4L5Y983']);
    return found.filter(({ key }) => Object.values(key).some((value) => own.has(value)));
  }

  describe.each(services)('to %s', (service) => {
    const format = serviceTables[service].loadFormat;
    const core = () => feeds.get(service)!;
    const outcome = (of: object) => ({ sources: [{ source: core().source, ...of }] });

    it('takes a step once, whatever is sent again under its position, and nothing out of order', async () => {
      const all = core().step(small[service], 1);
      expect(await core().send(all)).toAnswer(200, outcome({ position: '1', applied: 0, seen: all.length }));
      const other = core().step([{ ...small[service][0], rule: 'both' }], 1);
      expect(await core().send(other)).toAnswer(200, outcome({ position: '1', applied: 0, seen: 1 }));
      const [three, two] = [core().step([small[service][0]!], 3), core().step([small[service][0]!], 2)];
      expect((await core().send([...three, ...two])).status).toBe(400);
      expect(await differences(service, small[service])).toEqual([]);
    });

    it('names each row that differs from a snapshot, by its field, and those that are in one of both alone', async () => {
      const differing = Object.entries(format).flatMap(([type, line]) => {
        const { key, fields, own } = descriptionOf(line);
        const row = small[service].find((one) => one.type === type);
        const field = fields.find((one) => !key?.includes(one.name) && row && otherValue(one, row) !== undefined);
        return key && own !== 'rows' && row && field ? [{ type, key, row, field }] : [];
      });
      expect(differing.length).toBeGreaterThan(0);
      for (const { type, key, row, field } of differing) {
        const planted = small[service].map((line) => (line === row ? { ...row, [field.name]: otherValue(field, row) } : line));
        expect(await differences(service, planted)).toEqual([
          {
            type,
            key: Object.fromEntries(key.map((name) => [name, String(row[name])])),
            kind: 'different',
            fields: [{ name: field.name, snapshot: expect.any(String), here: expect.any(String) }],
          },
        ]);
      }
      const [holder, stranger] = [small[service].find(({ type }) => type === 'holder')!, randomUUID()];
      const other = small[service].map((line) => (line === holder ? { ...holder, psuId: stranger } : line));
      expect((await differences(service, other)).map(({ type, kind, key }) => [type, kind, key['psuId']]).sort()).toEqual([
        ['holder', 'extra', holder['psuId']],
        ['holder', 'missing', stranger],
      ]);
    });

    it('sets aside a step with a booking day after the current day, by line and field, in each field that has one', async () => {
      const lines = Object.entries(format).flatMap(([type, described]) => {
        const days = descriptionOf(described).fields.filter(({ isBookingDay }) => isBookingDay);
        const line = small[service].find((one) => one.type === type) ?? { type, ...anArrearsTransaction };
        return days.map(({ name }) => ({ line, name }));
      });
      expect(lines.length).toBeGreaterThan(0);
      for (const { line, name } of lines) {
        const other = new TestFeed(bank, service);
        const reason = `must not be after ${daysAgo(0)}, the bank's current day`;
        expect((await other.send(other.step([{ ...line, [name]: daysAgo(-1) }]))).body).toMatchObject({
          sources: [{ applied: 0, setAside: [{ position: '1', line: 1, field: name, reason }] }],
        });
      }
      expect(await differences(service, small[service])).toEqual([]);
    });

    it('takes a day with the sums that it makes; sets aside what they do not make, or what does not fit, and goes on', async () => {
      const day = dayOf[service](small[service]);
      const [wrong, unfit] = [
        core().step([...day.slice(0, -1), { ...day.at(-1)!, ...wrongDay[service] }], 10),
        core().step([{ type: 'holder', resourceId: resources[service] }], 11),
      ];
      const { body } = await core().send([...wrong, ...unfit, ...core().step(day, 12)]);
      expect(body).toEqual(
        outcome({
          position: '12',
          applied: day.length,
          seen: 0,
          setAside: [
            { position: '10', line: 1, field: expect.any(String), reason: expect.stringContaining('does not agree') },
            { position: '11', line: wrong.length + 1, field: 'psuId', reason: 'is missing' },
          ],
        }),
      );
      const { rows } = await bank
        .database(service)
        .query('select position::text, line::jsonb as line, set_aside_by from feed_set_aside where source = $1 order by position', [
          core().source,
        ]);
      expect(rows).toEqual([
        { position: '10', line: wrong[0], set_aside_by: null },
        { position: '11', line: unfit[0], set_aside_by: null },
      ]);
      // Set aside is over: sent again right under its position it is seen, and changes nothing.
      expect(await core().send(core().step(small[service], 11))).toAnswer(
        200,
        outcome({ position: '12', applied: 0, seen: small[service].length }),
      );
      const after = [...small[service].filter((line) => !day.some((one) => sameRow(service, one, line))), ...day];
      dayBefore.set(service, after);
      expect(await differences(service, after)).toEqual([]);
    });

    it('sets aside an amount with more decimals than its currency, and a day of the year 1, by line and field', async () => {
      const other = new TestFeed(bank, service);
      const planted = feedLines(service).flatMap((line) =>
        descriptionOf(format[line.type]!).fields.flatMap(({ name, kind, amount }) => {
          const value = line[name];
          const hasCurrency = (amount?.field ?? amount?.types) !== undefined;
          if (typeof value !== 'string' || !(hasCurrency || kind === 'date')) return [];
          return [
            {
              name,
              isSum: amount?.isSum === true,
              line: { ...line, [name]: hasCurrency ? `${value.replace(/\..*/, '')}.005` : '0001-01-01' },
            },
          ];
        }),
      );
      const { body } = await other.send(planted.flatMap(({ line }, at) => other.step([line], at + 1)));
      expect(body).toEqual(
        expect.objectContaining({
          sources: [
            expect.objectContaining({
              applied: 0,
              setAside: planted.map(({ name, isSum }, at) =>
                expect.objectContaining({
                  position: String(at + 1),
                  line: at + 1,
                  ...(!isSum && {
                    field: name,
                    reason: expect.stringMatching(/^has more than the 2 decimal places of EUR$|from 1900 on$/),
                  }),
                }),
              ),
            }),
          ],
        }),
      );
    });

    it.each(['before commit of feed taken', 'feed taken'])(
      'loses nothing and repeats nothing where it is killed at "%s", when all is sent again',
      async (at) => {
        const other = new TestFeed(bank, service);
        const psuIds = Array.from({ length: 20 }, () => randomUUID());
        const steps = psuIds.flatMap((psuId) => other.step([{ type: 'holder', psuId, resourceId: resources[service], rule: 'any' }]));
        await other.send(steps.slice(0, 5));
        const before = await count(service, 'holder', 'resource_id', resources[service]);
        writeFileSync(killAt, at);
        const taken = new RetryPolicy(killMs).retry('the service', async () => {
          const { status, body } = await other.send(steps);
          return status === 200 ? (body as unknown) : undefined;
        });
        for (const until = performance.now() + killMs; existsSync(killAt); await pause(20))
          if (performance.now() > until) throw new Error('the service has not come to this point');
        await bank.restart(service);
        const seen = at === 'feed taken' ? 20 : 5;
        expect(await taken).toEqual({ sources: [{ source: other.source, position: '20', applied: 20 - seen, seen }] });
        expect(await count(service, 'holder', 'resource_id', resources[service])).toBe(before + 15);
      },
      2 * killMs,
    );

    it('ends what may end, and keeps its history; what has an end of its own says so by its status', async () => {
      for (const [type, line] of Object.entries(format)) {
        const { key, table, fields } = descriptionOf(line);
        const [status, row] = [fields.find(({ column }) => column === 'status'), feedLines(service).find((one) => one.type === type)];
        if (key?.length !== 1 || !status || !row) continue;
        const [name] = key as readonly [string];
        const [other, close] = [new TestFeed(bank, service), { type, change: 'close', [name]: row[name] }];
        if (status.fault('deleted') !== undefined) {
          const refused = { position: '1', line: 1, field: 'change', reason: 'must be upsert' };
          expect((await other.send(other.step([close]))).body).toMatchObject({ sources: [{ applied: 0, setAside: [refused] }] });
          await other.take({ ...row, status: 'frozen' });
        } else await other.take(close);
        const column = fields.find((field) => field.name === name)!.column;
        const { rows } = await bank.database(service).query(`select status from "${table}" where "${column}" = $1`, [row[name]]);
        expect(rows).toEqual([{ status: status.fault('deleted') === undefined ? 'deleted' : 'frozen' }]);
        await other.take(row);
      }
    });
  });

  function sameRow(service: FedService, one: Line, line: Line): boolean {
    const { key } = descriptionOf(serviceTables[service].loadFormat[line.type]!);
    return one.type === line.type && key !== undefined && key.every((name) => one[name] === line[name]);
  }
});
