import { join } from 'node:path';
import { openDatabase, statements, type Database } from '@open-banking/database';
import { clonedDatabase, planOf, temporaryServer } from '@open-banking/database/testing';
import '../src/accounts/accounts.statements.js';
import '../src/transactions/transactions.statements.js';

const folders = ['libs/database', 'libs/commands', 'libs/authorization', 'apps/ais-pis'].map((folder) => join(import.meta.dirname, '../../..', folder, 'migrations'));

describe('every statement of ais-pis', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let own: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;

  beforeAll(async () => {
    server = await temporaryServer();
    own = await clonedDatabase(server.url, 'ais-pis', folders);
    database = await openDatabase({ url: own.serviceUrl, poolSize: 2, statementTimeoutMs: 5_000, lockTimeoutMs: 1_000, connectTimeoutMs: 2_000 });
  });

  afterAll(async () => {
    await database.close();
    await own.close();
    await server.stop();
  });

  it.each(statements())('$name fits the schema and finds its rows by an index', async (of) => {
    expect(await planOf(database.pool, of)).not.toMatch(/Seq Scan/);
  });
});
