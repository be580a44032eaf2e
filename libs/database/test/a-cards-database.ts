import { freshDatabase } from '@open-banking/testing/database';
import { openDatabase } from '../src/data-source.js';
import type { Database } from '../src/database.js';

/** No test measures by them, and a machine that stands still for seconds must not use them up. */
const limits = { statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };

/** The database of the service of cards, of the run's server, for the tests of one file, used with the service's role. */
export function aCardsDatabase(poolSize: number) {
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;

  beforeAll(async () => {
    own = await freshDatabase('cards');
    database = await openDatabase({ url: own.serviceUrl, poolSize, ...limits });
  });
  afterAll(async () => {
    await database.close();
    await own.close();
  });

  return {
    get database() {
      return database;
    },
    get ownerUrl() {
      return own.ownerUrl;
    },
  };
}
