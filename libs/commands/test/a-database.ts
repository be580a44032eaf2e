import { join } from 'node:path';
import { openDatabase, type Database } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import { runServer } from '@open-banking/testing/database';
import pg from 'pg';

/** No test measures by them, and a machine that stands still for seconds must not use them up. */
const limits = { statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };

/**
 * A database for the tests of one file, with these migrations, used with the service's role. It is on the run's server, or, for tests that
 * restart it, on a server of its own.
 */
export function aDatabase(migrations: readonly string[], poolSize: number, { ownServer = false } = {}) {
  let server: Awaited<ReturnType<typeof temporaryServer>> | undefined;
  let serverUrl: string;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;

  beforeAll(async () => {
    if (ownServer) server = await temporaryServer();
    serverUrl = server?.url ?? (await runServer());
    const folders = migrations.map((folder) => join(import.meta.dirname, '../../..', folder));
    bank = await clonedDatabase(serverUrl, 'ais-pis', folders);
    database = await openDatabase({ url: bank.serviceUrl, poolSize, ...limits, onLost: () => undefined });
  });
  afterAll(async () => {
    await database.close();
    await bank.close();
    await server?.stop();
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
    /** With the administrator's role. */
    get adminUrl() {
      return Object.assign(new URL(serverUrl), { pathname: `/${bank.name}` }).href;
    },
    restart: () => server!.restart(),
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
