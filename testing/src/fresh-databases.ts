import { migrationFolders } from '@open-banking/database';
import { clonedDatabase } from '@open-banking/postgres-server/testing';
import type { Service } from '@open-banking/spec';
import type { FreshDatabaseFacts } from './fresh-database.js';

type Cloned = Awaited<ReturnType<typeof clonedDatabase>>;

/** The databases that test files have of their own, made by the run from one migrated template a service. */
export class FreshDatabases {
  readonly #open = new Map<string, Cloned>();

  async make(adminUrl: string, service: Service): Promise<FreshDatabaseFacts> {
    const made = await clonedDatabase(adminUrl, service, migrationFolders(service, true));
    this.#open.set(made.name, made);
    const { name, ownerUrl, serviceUrl } = made;
    return { name, adminUrl, ownerUrl, serviceUrl };
  }

  /** Throws where connections to it are open, or where other deadlocks happened than the test provoked. */
  async close({ name, provoked }: { readonly name: string; readonly provoked?: { readonly deadlocks: number } }): Promise<object> {
    const open = this.#open.get(name);
    this.#open.delete(name);
    await open?.close(provoked);
    return {};
  }
}
