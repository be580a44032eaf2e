import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { services, type Service } from '@open-banking/spec';
import { writeDatabaseUrls } from './database-url-files.js';
import { limitServiceRoles, makeDatabases, useDatabases, type Databases } from './databases.js';
import { makeKeys } from './keys.js';

export interface Preparation {
  /** A server whose user may create databases and roles, or the databases and roles that exist already. */
  readonly databases: string | Databases;
  /** Services connect through PgBouncer: their roles get the time limits. */
  readonly pooled?: boolean;
  /** Key pairs of all callers: `<caller>.private.jwk.json`, `<caller>.public.jwk.json`. */
  readonly keysDir: string;
  /** `<service>.url`: each service's database, as its service role; `passwords.json`. */
  readonly urlsDir: string;
  readonly sandbox: boolean;
  readonly log?: (line: string) => void;
}

/** Creates everything that services need to start: databases, roles, migrations and keys. Returns the databases' URLs, with those of their owners. */
export async function prepare({ databases: given, pooled = false, keysDir, urlsDir, sandbox, log }: Preparation): Promise<Databases> {
  for (const folder of [keysDir, urlsDir]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeKeys(keysDir);
  const databases = await databasesFor(given, join(urlsDir, 'passwords.json'), { pooled, sandbox, log });
  const urls = Object.fromEntries(services.map((service) => [service, databases[service].serviceUrl])) as Record<Service, string>;
  writeDatabaseUrls(urlsDir, urls);
  log?.('databases are up to date');
  return databases;
}

async function databasesFor(
  given: string | Databases,
  passwordsFile: string,
  { pooled, sandbox, log }: Required<Pick<Preparation, 'pooled' | 'sandbox'>> & Pick<Preparation, 'log'>,
): Promise<Databases> {
  const databases =
    typeof given === 'string' ? await makeDatabases(given, passwordsFile, sandbox, { log }) : await useDatabases(given, sandbox, { log });
  if (pooled) await limitServiceRoles(databases);
  return databases;
}
