import { join } from 'node:path';
import { Refusal } from '@open-banking/messages';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import { openDatabase } from '../src/data-source.js';
import { statement } from '../src/statement.js';
import { type Database } from '../src/database.js';

const folders = [join(import.meta.dirname, '../migrations')];
const one = statement<{ n: number }>('test.one', 'select 1 as n');

const settings = { poolSize: 2, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };

describe('an error of PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;

  beforeAll(async () => {
    server = await temporaryServer();
    bank = await clonedDatabase(server.url, 'cards', folders);
    database = await openDatabase({ ...settings, url: bank.serviceUrl });
  });
  afterAll(async () => {
    await database.close();
    await bank.close();
    await server.stop();
  });

  /** Raised by the server itself, in the middle of a transaction. */
  const refused = (code: string): Promise<unknown> =>
    database
      .transaction(async (tx) => {
        await tx.rows(one);
        await tx.rows(statement(`test.raise-${code}`, `do $$ begin raise exception using errcode = '${code}'; end $$`));
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  it.each([
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['no connection left', '53300'],
    ['a server that only reads', '25006'],
    ['a server that shuts down', '57P01'],
    ['a server in recovery', '55000'],
  ])('for %s is reported as temporarily unavailable, and work continues afterwards', async (_, code) => {
    const error = await refused(code);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ faults: [{ code: 'SERVICE_UNAVAILABLE' }], hints: { retryAfterSeconds: 1 } });
    expect(await database.rows(one)).toEqual([{ n: 1 }]);
  });

  it('for a role that the server no longer admits is reported as unavailable, and a start does not wait for it', async () => {
    expect(await refused('28000')).toMatchObject({ faults: [{ code: 'SERVICE_UNAVAILABLE' }], hints: { retryAfterSeconds: 30 } });
    const wrongPassword = Object.assign(new URL(bank.serviceUrl), { password: 'another' }).href;
    // Longer than this test may take.
    await expect(openDatabase({ ...settings, url: wrongPassword }, 3_600_000)).rejects.toMatchObject({ code: '28P01' });
    expect(await database.rows(one)).toEqual([{ n: 1 }]);
  });

  it.each(['42P05', '26000'])(
    'for a prepared statement that a pooler has forgotten (%s) names the PgBouncer that is needed',
    async (code) => {
      expect(await refused(code)).toMatchObject({
        faults: [{ code: 'SERVICE_UNAVAILABLE' }],
        detail: { code, message: expect.stringContaining('PgBouncer 1.21 or newer with max_prepared_statements = 200') },
        hints: { retryAfterSeconds: 30 },
      });
      expect(await database.rows(one)).toEqual([{ n: 1 }]);
    },
  );

  it('that is our own fault is passed on unchanged', async () => {
    const error = await refused('22012');
    expect(error).not.toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ code: '22012' });
  });
});
