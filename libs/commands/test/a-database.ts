import { join } from 'node:path';
import { openDatabase, type Database } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/database/testing';
import pg from 'pg';

/** No test measures by them, and a machine that stands still for seconds must not use them up. */
const limits = { statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };

/** A database on a server of its own for the tests of one file, with these migrations, used with the service's role. */
export function aDatabase(migrations: readonly string[], poolSize: number) {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;

  beforeAll(async () => {
    server = await temporaryServer();
    const folders = migrations.map((folder) => join(import.meta.dirname, '../../..', folder));
    bank = await clonedDatabase(server.url, 'ais-pis', folders);
    database = await openDatabase({ url: bank.serviceUrl, poolSize, ...limits, onLost: () => undefined });
  });
  afterAll(async () => {
    await database.close();
    await bank.close();
    await server.stop();
  });

  return {
    get database() {
      return database;
    },
    get serviceUrl() {
      return bank.serviceUrl;
    },
    get ownerUrl() {
      return bank.ownerUrl;
    },
    get serverUrl() {
      return server.url;
    },
    restart: () => server.restart(),
    asOwner: async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
      const connection = new pg.Client({ connectionString: bank.ownerUrl });
      await connection.connect();
      try {
        return await connection.query(text, values);
      } finally {
        await connection.end();
      }
    },
  };
}
