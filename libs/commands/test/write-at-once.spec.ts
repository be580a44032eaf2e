import { setTimeout as pause } from 'node:timers/promises';
import type { CommandsService } from '../src/commands.service.js';
import { writeStatement } from '../src/write-at-once.js';
import { statement, type Database, type Transaction } from '@open-banking/database';
import { Answer } from '@open-banking/http';
import pg from 'pg';
import { answerOf, sampleCommand, auditedRows, commandsBank, row } from './commands-bank.js';

const insertThing = writeStatement<[id: number, max: number]>('test.thing', {
  when: '(select count(*) from thing) < $2::integer',
  insert: 'insert into thing (id) select $1::integer from claimed',
});

const plainThing = statement<never, [id: number]>('test.plain-thing', 'insert into thing (id) values ($1)');

describe('a write in one statement', () => {
  const { bank, commandsOf } = commandsBank(12);
  let database: Database;
  let commands: CommandsService;
  const client = { clientId: 'tpp' };

  let ids = 0;
  const things = async () => (await database.pool.query<{ id: number }>('select id from thing order by id')).rows.map(({ id }) => id);
  const records = async (id: number) => (await database.rows(auditedRows)).filter(({ subject }) => subject === `thing ${id}`).length;

  /** Asks for a thing: in one statement, or in a transaction that ends after `hold`. */
  const create = (request: ReturnType<typeof sampleCommand>, { max } = { max: 1_000 }, hold?: Promise<void>) => {
    const id = ++ids;
    const result = { answer: new Answer({ id }, { location: '/there' }), subject: `thing ${id}` };
    const made = { id, inTransaction: false, answer: undefined as unknown as Promise<Answer<{ id: number }>> };
    const work = async (tx: Transaction) => {
      made.inTransaction = true;
      await tx.rows(plainThing, id);
      await hold;
      return result;
    };
    made.answer = commands.once(
      client,
      row,
      request,
      work,
      hold === undefined ? { statement: insertThing, args: [id, max], result, point: 'thing created' } : undefined,
    );
    return made;
  };

  beforeAll(async () => {
    database = bank.database;
    commands = await commandsOf(7);
    await bank.asOwner('create table thing (id integer primary key)');
  });
  beforeEach(() => bank.asOwner('delete from thing'));

  it('is done once: its copy gets the same status, headers and body, and leaves no second record', async () => {
    const request = sampleCommand({ psuHeaders: { 'psu-ip-address': '192.0.2.1' } });
    const first = create(request);
    expect(await first.answer).toEqual(new Answer({ id: first.id }, { location: '/there' }));
    const copy = create({ ...request, requestId: request.requestId.toUpperCase() as typeof request.requestId });
    expect(await copy.answer).toEqual(new Answer({ id: first.id }, { location: '/there' }, 201));
    expect([first.inTransaction, copy.inTransaction]).toEqual([false, false]);
    expect(await things()).toEqual([first.id]);
    expect([await records(first.id), await records(copy.id)]).toEqual([1, 0]);
    const [record] = (await database.rows(auditedRows)).filter(({ subject }) => subject === `thing ${first.id}`);
    expect(record).toMatchObject({ operation: row.id, clientId: 'tpp', path: row.path });
    expect(Object.keys(record!.psuHeaders!)).toEqual(['psu-ip-address']);
    await expect(create({ ...request, rawBody: Buffer.from('{"a":2}') }).answer).rejects.toMatchObject({ status: 409 });
  });

  it('is done in a transaction if it finds another case than the usual one', async () => {
    const made = create(sampleCommand(), { max: 0 });
    expect((await made.answer).body).toEqual({ id: made.id });
    expect(made.inTransaction).toBe(true);
    expect(await things()).toEqual([made.id]);
    expect(await records(made.id)).toBe(1);
  });

  it('waits for a copy that is done in a transaction, and gets its answer', async () => {
    const request = sampleCommand();
    let finish!: () => void;
    const first = create(
      request,
      undefined,
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    while (!first.inTransaction) await pause(5);
    const copy = answerOf(() => create(request).answer);
    while (
      (await database.pool.query("select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'"))
        .rowCount === 0
    )
      await pause(5);
    finish();
    expect((await copy).body).toEqual({ id: first.id });
    expect((await first.answer).body).toEqual({ id: first.id });
    expect(await things()).toEqual([first.id]);
  });

  it('has one effect among many copies at once, in statements and in transactions', async () => {
    for (let round = 0; round < 20; round += 1) {
      await bank.asOwner('delete from thing');
      const request = sampleCommand();
      const copies = Array.from({ length: 8 }, (_, at) =>
        answerOf(() => create(request, undefined, at % 3 === 2 ? Promise.resolve() : undefined).answer),
      );
      const bodies = (await Promise.all(copies)).map(({ body }) => JSON.stringify(body));
      expect(new Set(bodies).size).toBe(1);
      expect(await things()).toHaveLength(1);
    }
  });

  it('is forgotten after 7 days', async () => {
    const request = sampleCommand();
    await create(request).answer;
    await bank.asOwner(`update answered_command set answered_at = now() - interval '8 days'`);
    const again = create(request);
    expect((await again.answer).body).toEqual({ id: again.id });
    expect(again.inTransaction).toBe(false);
    expect((await create(request).answer).body).toEqual({ id: again.id });
  });

  it('leaves neither key nor record if it fails, and says so if its outcome is unknown', async () => {
    const request = sampleCommand();
    const failing = create(request);
    await failing.answer;
    ids -= 1;
    await expect(create(sampleCommand()).answer).rejects.toMatchObject({ status: 409 });
    expect(await records(failing.id)).toBe(1);
    const admin = new pg.Client({ connectionString: bank.adminUrl });
    await admin.connect();
    const held = new pg.Client({ connectionString: bank.ownerUrl });
    await held.connect();
    await held.query('begin; lock table thing');
    const ended = create(sampleCommand());
    const outcome = expect(ended.answer).rejects.toMatchObject({
      faults: [{ text: expect.stringMatching(/outcome of this request is unknown.*same X-Request-ID/) as string }],
    });
    const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await admin.query(`select pg_terminate_backend(pid) from (${waiting}) w`)).rowCount === 0) await pause(5);
    await outcome;
    await Promise.all([held.end(), admin.end()]);
    expect(await records(ended.id)).toBe(0);
  });
});
