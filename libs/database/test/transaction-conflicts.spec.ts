import { Refusal } from '@open-banking/messages';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import pg from 'pg';
import { openDatabase } from '../src/data-source.js';
import type { Database, Transaction } from '../src/database.js';
import { maxAttempts } from '../src/retry-conflicts.js';
import { statement } from '../src/statement.js';
import { withTimeBudget } from '../src/time-budget.js';

const add = statement<object, [id: number]>('test.add', 'update tally set amount = amount + 1 where id = $1');
const amounts = statement<{ amount: number }>('test.amounts', 'select amount from tally order by id');
const read = statement<object>('test.read', 'select from tally');
const repeatable = statement('test.repeatable', 'set transaction isolation level repeatable read');

/** A barrier: callers of `arrive` continue once `parties` of them have arrived; later ones pass. */
function meeting(parties: number): () => Promise<void> {
  let open!: () => void;
  const all = new Promise<void>((resolve) => (open = resolve));
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived >= parties) open();
    return all;
  };
}

describe('a transaction that PostgreSQL undoes because of another one', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;
  const retries: string[] = [];

  const asOwner = async (...texts: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: bank.ownerUrl });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  };

  beforeAll(async () => {
    server = await temporaryServer();
    bank = await clonedDatabase(server.url, 'cards', []);
    await asOwner('create table tally (id int primary key, amount int not null)', 'grant select, update on tally to public');
    database = await openDatabase({
      url: bank.serviceUrl,
      poolSize: 4,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
      onRetry: (reason) => retries.push(reason),
    });
  });
  beforeEach(async () => {
    await asOwner('delete from tally', 'insert into tally values (1, 0), (2, 0)');
    retries.length = 0;
  });
  afterAll(async () => {
    await database.close();
    await bank.close({ deadlocks: 1 });
    await server.stop();
  });

  it('in a deadlock is run again: both succeed, one retry is counted, and what follows the commit happens once each', async () => {
    const both = meeting(2);
    const reported: string[] = [];
    const { promise: oneCommits, resolve: committed } = Promise.withResolvers<void>();
    const tally = (name: string, first: number, second: number): Promise<string> =>
      database.transaction(async (tx) => {
        tx.afterCommit(() => {
          reported.push(name);
          committed();
        });
        // On a busy machine the second attempt takes its row again before the one that waits for it wakes: a second deadlock.
        if (retries.length > 0) await oneCommits;
        await tx.rows(add, first);
        await both();
        await tx.rows(add, second);
        return name;
      });
    expect(await Promise.all([tally('upwards', 1, 2), tally('downwards', 2, 1)])).toEqual(['upwards', 'downwards']);
    expect(await database.rows(amounts)).toEqual([{ amount: 2 }, { amount: 2 }]);
    expect(retries).toEqual(['deadlock']);
    expect(reported.sort()).toEqual(['downwards', 'upwards']);
  });

  it('that could not be serialized is run again: both succeed, and one retry is counted', async () => {
    const both = meeting(2);
    const tally = (): Promise<void> =>
      database.transaction(async (tx) => {
        await tx.rows(repeatable);
        await tx.rows(read);
        await both();
        await tx.rows(add, 1);
      });
    await Promise.all([tally(), tally()]);
    expect(await database.rows(amounts)).toEqual([{ amount: 2 }, { amount: 0 }]);
    expect(retries).toEqual(['serialization']);
  });

  /** Each attempt fails: another transaction changes the row after the attempt's snapshot was taken. */
  const losing = async (tx: Transaction): Promise<void> => {
    await tx.rows(repeatable);
    await tx.rows(read);
    await database.rows(add, 1);
    await tx.rows(add, 1);
  };

  it(`is unavailable after ${maxAttempts} attempts, and stores nothing`, async () => {
    const error: unknown = await database.transaction(losing).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 503, hints: { retryAfterSeconds: 1 } });
    expect(retries).toHaveLength(maxAttempts - 1);
    expect(await database.rows(amounts)).toEqual([{ amount: maxAttempts }, { amount: 0 }]);
  });

  it('is not run again for a request that has no time left', async () => {
    await expect(withTimeBudget(0, () => database.transaction(losing))).rejects.toMatchObject({ status: 503 });
    expect(retries).toEqual([]);
  });

  it('is run again although its callback has caught the error', async () => {
    let attempts = 0;
    await database.transaction(async (tx) => {
      attempts += 1;
      await (attempts === 1 ? losing(tx).catch(() => undefined) : tx.rows(add, 2));
    });
    expect(attempts).toBe(2);
    expect(await database.rows(amounts)).toEqual([{ amount: 1 }, { amount: 1 }]);
  });
});
