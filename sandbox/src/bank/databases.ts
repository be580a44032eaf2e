import { randomBytes } from 'node:crypto';
import {
  asAdmin,
  migrate,
  retryUntilAvailable,
  provision,
  refuseOldServer,
  type MigrateOptions,
  type RetryOptions,
  type ServiceDatabase,
} from '@open-banking/database';
import { services, type Service } from '@open-banking/spec';
import { readJson, replaceFile } from './data-folder.js';
import { migrationFolders } from './folders.js';

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

/** One URL a service: its role owns and runs the database, as nothing may be created on that server. */
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

/** A server that starts, or recovers, is waited for. */
const waiting = ({ say }: MigrateOptions): RetryOptions => ({
  patienceMs: 15_000,
  onWait: ({ message }) => {
    say?.(`waiting for the database: ${message}`);
  },
});

/** Demo customers, whose passwords everybody knows, and real ones never share a database. */
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
        ? "These databases are a sandbox's: they cannot be used without SANDBOX=1."
        : "These databases are not a sandbox's: they cannot be used with SANDBOX=1.",
    );
  }
}

const secret = (): string => randomBytes(24).toString('base64url');
