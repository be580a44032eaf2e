import { randomBytes } from 'node:crypto';
import {
  asAdmin,
  migrate,
  migrationFolders,
  retryUntilAvailable,
  provision,
  refuseOldServer,
  type MigrateOptions,
  type RetryOptions,
  type ServiceDatabase,
} from '@open-banking/database';
import { services, type Service } from '@open-banking/spec';
import { readJson, replaceFile } from '../data-folder/data-folder.js';

export type Databases = Readonly<Record<Service, Pick<ServiceDatabase, 'ownerUrl' | 'serviceUrl'>>>;

type Passwords = Record<string, { owner: string; service: string }>;

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
  for (const service of services) kept[service] ??= { owner: secret(), service: secret() };
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

/** Uses one URL per service. Its role both owns and serves the database, because nothing can be created on that server. */
export async function useDatabases(
  urls: Readonly<Record<Service, string>>,
  sandbox: boolean,
  options: MigrateOptions = {},
): Promise<Databases> {
  for (const url of new Set(Object.values(urls))) await retryUntilAvailable(() => refuseOldServer(url), waiting(options));
  await refuseOtherMode(urls['ais-pis'], sandbox);
  await Promise.all(services.map((service) => migrate(urls[service], migrationFolders(service, sandbox), options)));
  return Object.fromEntries(
    services.map((service) => [service, { ownerUrl: urls[service], serviceUrl: urls[service] }]),
  ) as unknown as Databases;
}

/** Waits for a server that is starting or recovering. */
const waiting = ({ log: log }: MigrateOptions): RetryOptions => ({
  patienceMs: 15_000,
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

const secret = (): string => randomBytes(24).toString('base64url');
