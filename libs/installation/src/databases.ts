import { randomBytes } from 'node:crypto';
import { postgresUser, ServiceSettings } from '@open-banking/config';
import {
  asAdmin,
  limitRole,
  migrate,
  migrationFolders,
  retryUntilAvailable,
  type MigrateOptions,
  type RetryOptions,
} from '@open-banking/database';
import { grantAccess, provision, refuseOldServer, type ServiceDatabase } from '@open-banking/postgres-server';
import { services, type Service } from '@open-banking/spec';
import { readJson, replaceFile } from './data-folder.js';

export type Databases = Readonly<Record<Service, Pick<ServiceDatabase, 'ownerUrl' | 'serviceUrl'>>>;

/** The URLs of all databases, as one of their two roles. */
export const urls = (databases: Databases, which: 'ownerUrl' | 'serviceUrl'): Record<Service, string> =>
  Object.fromEntries(services.map((service) => [service, databases[service][which]])) as Record<Service, string>;

/** What passwords.json holds of a service's two roles. */
export interface RolePasswords {
  readonly owner: string;
  readonly service: string;
  /** Those of a rotation that has not ended; the roles have either. */
  readonly next?: { readonly owner: string; readonly service: string };
  /** Since when the roles have theirs, on the server's clock; absent before the first rotation. */
  readonly changedAt?: { readonly owner: string; readonly service: string };
}

export type Passwords = Partial<Record<Service, RolePasswords>>;

/**
 * The databases of all services over one server, made and migrated. `passwordsFile` keeps the roles' passwords, so that
 * a part that is started later finds those the others use.
 */
export async function makeDatabases(
  adminUrl: string,
  passwordsFile: string,
  sandbox: boolean,
  options: MigrateOptions = {},
): Promise<Databases> {
  await retryUntilAvailable(() => refuseOldServer(adminUrl), waiting(options));
  const kept = readJson<Passwords>(passwordsFile) ?? {};
  for (const service of services) kept[service] ??= newPasswords();
  replaceFile(passwordsFile, kept);
  const made = await Promise.all(
    services.map(async (service) => {
      const database = await provision(adminUrl, service, kept[service]);
      if (service === 'ais-pis') await refuseOtherMode(database.ownerUrl, sandbox);
      await migrate(database.ownerUrl, migrationFolders(service, sandbox), options);
      return [service, database] as const;
    }),
  );
  return Object.fromEntries(made) as unknown as Databases;
}

/** Uses databases and roles that exist already, where nothing can be created: the owners migrate, and grant access to the service roles. */
export async function useDatabases(databases: Databases, sandbox: boolean, options: MigrateOptions = {}): Promise<Databases> {
  const owners = services.map((service) => databases[service].ownerUrl);
  for (const url of new Set(owners)) await retryUntilAvailable(() => refuseOldServer(url), waiting(options));
  await refuseOtherMode(databases['ais-pis'].ownerUrl, sandbox);
  await Promise.all(
    services.map(async (service) => {
      const { ownerUrl, serviceUrl } = databases[service];
      if (postgresUser(ownerUrl) !== postgresUser(serviceUrl)) await grantAccess(ownerUrl, postgresUser(serviceUrl));
      await migrate(ownerUrl, migrationFolders(service, sandbox), options);
    }),
  );
  return databases;
}

/** Gives the service roles the time limits that they need behind PgBouncer. Each role sets its own, so no privilege is needed. */
export async function limitServiceRoles(databases: Databases): Promise<void> {
  const limits = new ServiceSettings();
  for (const { ownerUrl, serviceUrl } of services.map((service) => databases[service])) {
    if (postgresUser(ownerUrl) === postgresUser(serviceUrl))
      throw new Error(
        `PgBouncer needs a service role that is not the owner: ${postgresUser(ownerUrl)} cannot have the time limits of requests and migrate too.`,
      );
    await asAdmin(serviceUrl, (client) => limitRole(client, limits));
  }
}

/** Waits for a server that is starting or recovering. */
const waiting = ({ log }: MigrateOptions): RetryOptions => ({
  timeoutMs: 15_000,
  onWait: ({ message }) => {
    log?.(`waiting for the database: ${message}`);
  },
});

/** Demo customers have public passwords, so they never share a database with real customers. */
async function refuseOtherMode(ownerUrl: string, sandbox: boolean): Promise<void> {
  const {
    rows: [found],
  } = await asAdmin(ownerUrl, (client) =>
    client.query<{ used: boolean; demo: boolean }>(
      "select to_regclass('migration') is not null as used, to_regclass('demo_bank') is not null as demo",
    ),
  );
  if (found!.used && found!.demo !== sandbox) {
    throw new Error(
      found!.demo
        ? 'These databases belong to a sandbox: set SANDBOX=1 to use them.'
        : 'These databases do not belong to a sandbox: unset SANDBOX to use them.',
    );
  }
}

export const newPasswords = (): { readonly owner: string; readonly service: string } => ({ owner: newPassword(), service: newPassword() });

export const newPassword = (): string => randomBytes(24).toString('base64url');
