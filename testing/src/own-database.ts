import type { Database } from '@open-banking/database';
import type { Service } from '@open-banking/spec';
import pg from 'pg';
import { freshDatabase } from './fresh-database.js';

/** A database of a service for one test file, available from `beforeAll` on. */
export class OwnDatabase {
  #open?: { readonly owner: pg.Client; readonly database: Database; readonly close: () => Promise<void> };

  async open(service: Service, poolSize: number): Promise<void> {
    const { openDatabase } = await import('@open-banking/database');
    const fresh = await freshDatabase(service);
    const owner = new pg.Client({ connectionString: fresh.ownerUrl });
    await owner.connect();
    // Longer than any machine is busy: a test that is to see a limit sets its own.
    const waits = { statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
    const database = await openDatabase({ url: fresh.serviceUrl, poolSize, ...waits });
    this.#open = { owner, database, close: () => fresh.close() };
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.owner.end();
    await this.#open!.close();
  }

  /** With the owner's role. */
  get owner(): pg.Client {
    return this.#open!.owner;
  }

  /** As the service has it, with its role. */
  get database(): Database {
    return this.#open!.database;
  }
}

/** Makes a migrated, empty database before the tests of a file and drops it after them. */
export function ownDatabase(service: Service, { poolSize = 2 }: { readonly poolSize?: number } = {}): OwnDatabase {
  const own = new OwnDatabase();
  beforeAll(() => own.open(service, poolSize), 300_000);
  afterAll(() => own.close());
  return own;
}
