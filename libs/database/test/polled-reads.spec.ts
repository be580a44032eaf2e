import { type Database, openDatabase, statement } from '@open-banking/database';
import { clonedDatabase } from '@open-banking/postgres-server/testing';
import { runServer } from '@open-banking/testing/database';
import pg from 'pg';

const polled = { polled: true } as const;
const cardsOfName = statement<{ id: number; name: string }, [name: string, max: number]>(
  'polled.cards-of-name',
  'select id, name from card where name = $1 order by id desc limit $2',
  polled,
);
const values = statement<
  { text: string; isTrue: boolean; count: number; share: number; none: null; id: string; session: number },
  [id: string, since: Date]
>(
  'polled.values',
  `select 'a "b" ü' as text, $2::timestamptz < now() as "isTrue", 3 as count, 0.25::float8 as share, null::text as none,
          $1::uuid as id, pg_backend_pid() as session`,
  polled,
);
const session = statement<{ session: number }>('polled.session', 'select pg_backend_pid() as session', polled);
const missing = statement<object>('polled.missing', 'select from no_such_table', polled);
const locked = statement<{ id: number }>('polled.locked', 'select id from locked_card', polled);

describe('reads that recurring work repeats', () => {
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;
  let owner: pg.Client;
  const id = '0f0f0f0f-0000-7000-8000-000000000001';
  const since = new Date('2026-01-02T03:04:05.678Z');

  beforeAll(async () => {
    bank = await clonedDatabase(await runServer(), 'polled', []);
    owner = new pg.Client({ connectionString: bank.ownerUrl });
    await owner.connect();
    await owner.query(`
      create table card as select id, case when id < 4 then 'x' else 'y' end as name from generate_series(1, 5) id;
      create table locked_card as select 7 as id`);
    database = await openDatabase({
      url: bank.serviceUrl,
      poolSize: 4,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
    });
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
    await bank.close();
  });

  it('answer the same alone and with others, which are one statement of one connection', async () => {
    const alone = [
      await database.rows(cardsOfName, 'x', 2),
      await database.rows(cardsOfName, 'nobody', 2),
      await database.rows(values, id, since),
    ];
    expect(alone).toEqual([
      [
        { id: 3, name: 'x' },
        { id: 2, name: 'x' },
      ],
      [],
      [{ text: 'a "b" ü', isTrue: true, count: 3, share: 0.25, none: null, id, session: expect.any(Number) }],
    ]);
    const together = () =>
      Promise.all([
        database.rows(cardsOfName, 'x', 2),
        database.rows(cardsOfName, 'nobody', 2),
        database.rows(values, id, since),
        database.row(session),
      ]);
    // Where the one statement has no answer within a tenth of a second, they are asked alone: then on several connections.
    for (let onOne = 0; onOne < 2;) {
      const [first, none, several, other] = await together();
      const used = several[0]!.session;
      expect([first, none, several]).toEqual([alone[0], alone[1], [{ ...alone[2]![0], session: used }]]);
      if (other!.session === used) onOne += 1;
    }
  });

  it('fail alone: one that fails, or waits for a lock, holds up no other', async () => {
    const [failed, fine] = await Promise.allSettled([database.rows(missing), database.rows(cardsOfName, 'y', 5)]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { detail: { code: '42P01' } } });
    expect(fine).toEqual({
      status: 'fulfilled',
      value: [
        { id: 5, name: 'y' },
        { id: 4, name: 'y' },
      ],
    });

    await owner.query('begin; lock table locked_card in access exclusive mode');
    let isAnswered = false;
    const waiting = database.rows(locked).then((rows) => {
      isAnswered = true;
      return rows;
    });
    expect(await database.rows(cardsOfName, 'x', 1)).toEqual([{ id: 3, name: 'x' }]);
    expect(isAnswered).toBe(false);
    await owner.query('commit');
    expect(await waiting).toEqual([{ id: 7 }]);
  });
});
