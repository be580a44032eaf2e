import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import pg from 'pg';
import { openDatabase } from '../src/data-source.js';
import type { Database, Transaction } from '../src/database.js';
import { statement } from '../src/statement.js';
import { withTimeBudget } from '../src/time-budget.js';

const wait = statement<object, [seconds: number]>('test.wait', 'select pg_sleep($1)');
const one = statement<{ one: number }>('test.one', 'select 1 as one');
const own = statement<{ pid: number }>('test.pid', 'select pg_backend_pid() as pid');
const made = statement<never>('test.make', 'create table kept (n int)');
const written = statement<never>('test.write', 'insert into kept values (1)');
const counted = statement<{ rows: number }>('test.count', 'select count(*)::int as rows from kept');

describe('a connection that is cut off while a statement runs', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;
  let admin: pg.Client;

  beforeAll(async () => {
    server = await temporaryServer();
    bank = await clonedDatabase(server.url, 'cards', []);
    database = await openDatabase({
      url: bank.ownerUrl,
      poolSize: 2,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
    });
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await database.close();
    await bank.close();
    await server.stop();
  });

  const ended: number[] = [];
  /** Ends the connection that runs `test.wait`, as soon as there is one. One that was ended before may be listed for a moment. */
  const cutOff = async (): Promise<void> => {
    for (;;) {
      const { rows } = await admin.query<{ pid: number }>(
        "select pid, pg_terminate_backend(pid) from pg_stat_activity where query = $1 and state = 'active' and pid <> all ($2::int[])",
        [wait.text, ended],
      );
      ended.push(...rows.map(({ pid }) => pid));
      if (rows.length > 0) return;
    }
  };
  const unavailable = (work: Promise<unknown>) => expect(work).rejects.toThrow('SERVICE_UNAVAILABLE');

  it('refuses that statement, alone or in a transaction, and leaves the process and its other connections as they are', async () => {
    const lost: unknown[] = [];
    const note = (error: unknown): void => void lost.push(error);
    process.on('uncaughtException', note);
    try {
      await Promise.all([unavailable(database.rows(wait, 60)), cutOff()]);
      // A request with less time than the pool gives it takes its connection from the pool itself.
      await Promise.all([unavailable(withTimeBudget(50_000, () => database.rows(wait, 60))), cutOff()]);
      await Promise.all([unavailable(database.transaction((tx) => tx.rows(wait, 60))), cutOff()]);
      expect(await database.row(one)).toEqual({ one: 1 });
      expect(await database.transaction((tx) => tx.row(one))).toEqual({ one: 1 });
    } finally {
      process.off('uncaughtException', note);
    }
    expect(lost).toEqual([]);
  });

  it('refuses a transaction between two statements, before its commit or the next of them, and stores nothing', async () => {
    await database.rows(made);
    const endsItself = async (tx: Transaction): Promise<void> => {
      await tx.rows(written);
      const { pid } = (await tx.row(own))!;
      await admin.query('select pg_terminate_backend($1, 60000)', [pid]);
      // The process hears of it a moment later.
      while (
        await tx.row(one).then(
          () => true,
          (error: Error) => error.message !== 'SERVICE_UNAVAILABLE',
        )
      );
    };
    await unavailable(database.transaction(endsItself));
    await unavailable(
      database.transaction(async (tx) => {
        await endsItself(tx);
        await tx.entities((manager) => manager.query('select 1'));
      }),
    );
    await database.transaction((tx) => tx.rows(written));
    expect(await database.row(counted)).toEqual({ rows: 1 });
  });
});
