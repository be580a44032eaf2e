import { openDatabase, statements, type Database } from '@open-banking/database';
import { planOf } from '@open-banking/database/testing';
import { freshDatabase } from '@open-banking/sandbox/testing';
import '../src/accounts/accounts.statements.js';
import '../src/transactions/transactions.statements.js';
import '../src/consents/consents.statements.js';
import '../src/customer-resources/customer-accounts.service.js';
import '../src/issuers/introspection.statements.js';
import '../src/payments/payments.statements.js';
import '../src/directory/directory.statements.js';

describe('every statement of ais-pis', () => {
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;

  beforeAll(async () => {
    own = await freshDatabase('ais-pis');
    database = await openDatabase({ url: own.serviceUrl, poolSize: 2, statementTimeoutMs: 5_000, lockTimeoutMs: 1_000, connectTimeoutMs: 2_000 });
  }, 120_000);

  afterAll(async () => {
    await database.close();
    await own.close();
  });

  it.each(statements())('$name fits the schema and finds its rows by an index', async (of) => {
    expect(await planOf(database.pool, of)).not.toMatch(/Seq Scan/);
  });
});
