import { migrationFolders } from '@open-banking/database';
import { clonedDatabase } from '@open-banking/database/testing';
import { loadedServices, type LoadedService } from '@open-banking/spec';

type Cloned = Awaited<ReturnType<typeof clonedDatabase>>;

/** The five databases, migrated and empty. */
export async function emptyDatabases(adminUrl: string): Promise<{ readonly urls: Record<LoadedService, string>; close(): Promise<void> }> {
  const cloned: [LoadedService, Cloned][] = [];
  for (const service of loadedServices) cloned.push([service, await clonedDatabase(adminUrl, service, migrationFolders(service, false))]);
  return {
    urls: Object.fromEntries(cloned.map(([service, { ownerUrl }]) => [service, ownerUrl])) as Record<LoadedService, string>,
    close: async () => {
      for (const [, database] of cloned) await database.close();
    },
  };
}
