import { loadedServices, type LoadedService } from '@open-banking/spec';
import { freshDatabase } from '@open-banking/testing/database';

/** The five databases, migrated and empty, with their owners' URLs; `adminUrl` is that of their server. */
export async function emptyDatabases(): Promise<{
  readonly adminUrl: string;
  readonly urls: Record<LoadedService, string>;
  close(): Promise<void>;
}> {
  const fresh = await Promise.all(loadedServices.map((service) => freshDatabase(service)));
  return {
    adminUrl: fresh[0]!.adminUrl,
    urls: Object.fromEntries(loadedServices.map((service, at) => [service, fresh[at]!.ownerUrl])) as Record<LoadedService, string>,
    close: async () => {
      for (const database of fresh) await database.close();
    },
  };
}
