import { openDatabase, statements, type Database } from '@open-banking/database';
import { planOf } from '@open-banking/database/testing';
import { freshDatabase } from '@open-banking/sandbox/testing';
import '../src/arrears/arrears.statements.js';
import '../src/branch-accounts/branch-account.statements.js';
import '../src/eligibility/eligibility.statements.js';
import '../src/loans/loans.statements.js';

describe('every statement of loan services', () => {
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;

  beforeAll(async () => {
    own = await freshDatabase('loan-services');
    database = await openDatabase({ url: own.serviceUrl, poolSize: 2, statementTimeoutMs: 5_000, lockTimeoutMs: 1_000, connectTimeoutMs: 2_000 });
  }, 60_000);

  afterAll(async () => {
    await database.close();
    await own.close();
  });

  // The product table does not grow with customers: it may be read whole.
  it.each(statements())('$name fits the schema and finds its rows by an index', async (of) => {
    expect((await planOf(database.pool, of)).replaceAll('Seq Scan on loan_product', '')).not.toMatch(/Seq Scan/);
  });
});
