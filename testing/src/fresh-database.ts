import type { Service } from '@open-banking/spec';
import { requestFromRun } from './run-request.js';

/** A database of a service of one's own, migrated and empty, on the run's server (about 0.1 s). `close` drops it, and fails where transactions of it have deadlocked; `adminUrl` is the server's. */
export async function freshDatabase(service: Service): Promise<{
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  close(provoked?: { readonly deadlocks: number }): Promise<void>;
}> {
  const { adminUrl } = await requestFromRun<{ adminUrl: string }>('database');
  // Loads TypeORM, which most tests do without.
  const [{ clonedDatabase }, { migrationFolders }] = await Promise.all([
    import('@open-banking/database/testing'),
    import('@open-banking/database'),
  ]);
  return { adminUrl, ...(await clonedDatabase(adminUrl, service, migrationFolders(service, true))) };
}
