import type { CommandResult, CommandsService } from '../src/commands.service.js';
import { statement, statements, type Database, type Transaction } from '@open-banking/database';
import { planOf } from '@open-banking/database/testing';
import { Answer } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { aisPis } from '@open-banking/spec';
import { answerOf, sampleCommand, auditedRows, commandsBank, row } from './commands-bank.js';

const givenAnew = statement<never, [requestId: string]>(
  'test.given-anew',
  'update answered_command set answered_at = now() where request_id = $1',
);
const waitingForLocks = statement<{ count: number }>(
  'test.waiting-for-locks',
  "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
);

describe('a write', () => {
  const { bank, commandsOf } = commandsBank(8);
  let database: Database;
  let commands: CommandsService;
  const client = { clientId: 'tpp' };

  beforeAll(async () => {
    database = bank.database;
    commands = await commandsOf(7);
  });

  const counting = () => {
    const work = {
      times: 0,
      of: async (_: Transaction): Promise<CommandResult<{ id: number }>> => ({
        answer: new Answer({ id: ++work.times }, { location: '/there' }),
        subject: 'thing',
      }),
    };
    return work;
  };

  it('is done once: its copy gets the same status, headers and body, and leaves no second record', async () => {
    const work = counting();
    const request = sampleCommand({ psuHeaders: { 'psu-ip-address': '192.0.2.1' } });
    const first = await commands.once(client, row, request, work.of);
    const copy = await commands.once(client, row, { ...request, requestId: request.requestId.toUpperCase() }, work.of);
    expect(work.times).toBe(1);
    expect(copy).toEqual(new Answer({ id: 1 }, { location: '/there' }, 201));
    expect(first.body).toEqual(copy.body);
    const records = (await database.rows(auditedRows)).filter(({ subject }) => subject === 'thing');
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ operation: 'createConsent', clientId: 'tpp', path: row.path });
    expect(JSON.stringify(records[0])).not.toContain('192.0.2.1');
    expect(Object.keys(records[0]!.psuHeaders!)).toEqual(['psu-ip-address']);
  });

  it('is a separate write for another client, operation or id', async () => {
    const work = counting();
    const request = sampleCommand();
    await commands.once(client, row, request, work.of);
    await commands.once({ clientId: 'other' }, row, request, work.of);
    await commands.once(client, aisPis.createPayment, request, work.of);
    await commands.once(client, row, sampleCommand(), work.of);
    expect(work.times).toBe(4);
  });

  it.each([
    ['body', { rawBody: Buffer.from('{"a":2}') }],
    ['path', { path: '/elsewhere' }],
  ])('is refused if its id was used before with another %s', async (_, other) => {
    const work = counting();
    const request = sampleCommand();
    await commands.once(client, row, request, work.of);
    await expect(commands.once(client, row, { ...request, ...other }, work.of)).rejects.toMatchObject({
      status: 409,
      faults: [{ code: 'STATUS_INVALID', path: 'X-Request-ID' }],
    });
    expect(work.times).toBe(1);
  });

  it('that is refused leaves no key and no audit row, and can be retried', async () => {
    const work = counting();
    const request = sampleCommand();
    const before = (await database.rows(auditedRows)).length;
    await expect(commands.once(client, row, request, () => Promise.reject(new Refusal('FORMAT_ERROR')))).rejects.toThrow(Refusal);
    expect((await database.rows(auditedRows)).length).toBe(before);
    expect((await commands.once(client, row, request, work.of)).body).toEqual({ id: 1 });
  });

  it('makes its copy wait, on a separate connection', async () => {
    const work = counting();
    const request = sampleCommand();
    let finish!: () => void;
    const begun = new Promise<void>((started) => {
      void commands.once(client, row, request, async (tx) => {
        started();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return work.of(tx);
      });
    });
    await begun;
    const copy = answerOf(() => commands.once(client, row, request, work.of));
    finish();
    expect((await copy).body).toEqual({ id: 1 });
    expect(work.times).toBe(1);
  });

  it('that takes longer than 2 s is reported as in progress', async () => {
    const work = counting();
    const request = sampleCommand();
    let finish!: () => void;
    let first!: Promise<unknown>;
    await new Promise<void>((started) => {
      first = commands.once(client, row, request, async (tx) => {
        started();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return work.of(tx);
      });
    });
    const from = performance.now();
    await expect(commands.once(client, row, request, work.of)).rejects.toMatchObject({ status: 409, hints: { retryAfterSeconds: 1 } });
    expect(performance.now() - from).toBeGreaterThan(1_900);
    finish();
    await first;
    expect((await commands.once(client, row, request, work.of)).body).toEqual({ id: 1 });
  });

  it('is forgotten after 7 days', async () => {
    const work = counting();
    const request = sampleCommand();
    await commands.once(client, row, request, work.of);
    await bank.asOwner(`update answered_command set answered_at = now() - interval '8 days'`);
    expect((await commands.once(client, row, request, work.of)).body).toEqual({ id: 2 });
    expect(await commands.forget()).toBeGreaterThan(0);
    expect((await commands.once(client, row, request, work.of)).body).toEqual({ id: 2 });
  });

  it('is not forgotten where it is given anew while old ones are (two connections)', async () => {
    const work = counting();
    const request = sampleCommand();
    await commands.once(client, row, request, work.of);
    await bank.asOwner(`update answered_command set answered_at = now() - interval '8 days'`);
    let forgetting: Promise<number> | undefined;
    await database.transaction(async (tx) => {
      await tx.rows(givenAnew, request.requestId);
      forgetting = commands.forget();
      while ((await database.row(waitingForLocks))!.count === 0);
    });
    await forgetting;
    expect((await commands.once(client, row, request, work.of)).body).toEqual({ id: 1 });
  });

  it('is kept for the configured number of days', async () => {
    const longer = await commandsOf(30);
    const work = counting();
    const request = sampleCommand();
    await longer.once(client, row, request, work.of);
    await bank.asOwner(`update answered_command set answered_at = now() - interval '29 days'`);
    await longer.forget();
    expect((await longer.once(client, row, request, work.of)).body).toEqual({ id: 1 });
    await expect(longer.once(client, row, { ...request, path: '/elsewhere' }, work.of)).rejects.toMatchObject({
      faults: [{ text: expect.stringContaining('within the last 30 days') as string }],
    });
    await bank.asOwner(`update answered_command set answered_at = now() - interval '31 days'`);
    expect((await longer.once(client, row, request, work.of)).body).toEqual({ id: 2 });
  });

  it('has an audit table that the service can insert into but not update, delete from or truncate', async () => {
    await commands.once(client, row, sampleCommand(), counting().of);
    for (const text of ["update audit set path = ''", 'delete from audit', 'truncate audit', 'drop table audit']) {
      await expect(database.pool.query(text)).rejects.toThrow(/permission denied|must be owner/);
    }
    await bank.asOwner('select 1 from audit');
  });

  it.each(statements().filter(({ name }) => name.startsWith('commands.')))('$name finds its rows by an index', async (of) => {
    expect(await planOf(database.pool, of)).not.toMatch(/Seq Scan/);
  });
});
