import pg from 'pg';
import { openDatabase } from '../src/data-source.js';
import type { Database } from '../src/database.js';
import { statement } from '../src/statement.js';
import { clonedDatabase } from '../src/testing/template.js';
import { temporaryServer } from '../src/testing/temporary-server.js';
import { withTimeBudget } from '../src/time-budget.js';

const wait = statement<object, [seconds: number]>('test.wait', 'select pg_sleep($1)');
const one = statement<{ one: number }>('test.one', 'select 1 as one');

describe('a connection that is cut off while a statement runs', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;
  let admin: pg.Client;

  beforeAll(async () => {
    server = await temporaryServer();
    bank = await clonedDatabase(server.url, 'cards', []);
    database = await openDatabase({
      url: bank.serviceUrl,
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
});
