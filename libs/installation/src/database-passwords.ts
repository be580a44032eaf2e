import { postgresUrlsOf, postgresUrlWith, postgresUrlWithPassword } from '@open-banking/config';
import { changePassword, databaseName, sessionsBefore } from '@open-banking/postgres-server';
import { services, type Service } from '@open-banking/spec';
import { readFileSync } from 'node:fs';
import { readJson, replaceFile, replaceText } from './data-folder.js';
import { newPasswords, type Databases, type Passwords, type RolePasswords } from './databases.js';

/** The files in which a bank keeps its database passwords. */
export interface PasswordFiles {
  /** passwords.json, as `npm start` or `openbank prepare` wrote it. */
  readonly passwords: string;
  /** All files with a DATABASE_URL or DATABASE_READ_URL of a service, the DATABASE_URL first; what they say besides the password stays. */
  urlsOf(service: Service): readonly [string, ...string[]];
}

type Role = 'owner' | 'service';

/**
 * Gives the owner and the service role of each database new passwords while services run. First passwords.json has the next ones, then
 * each service's file has both URLs, then the roles are changed, and last the files have only the new ones. A service reads its file for
 * each new connection and tries the other URL where one is refused, so no request is. An interrupted rotation is completed by
 * the next one. Returns the new URLs.
 */
export async function rotateDatabasePasswords(files: PasswordFiles): Promise<Databases> {
  const before = keptIn(files);
  const kept = Object.fromEntries(
    services.map((service) => [service, { ...before[service], next: before[service].next ?? newPasswords() }]),
  );
  replaceFile(files.passwords, kept);
  const rotations = services.map((service) => ({ service, next: kept[service]!.next, ...urlsOf(files, service, before[service]) }));
  const newUrl = ({ serviceUrl, next }: (typeof rotations)[number]): string => postgresUrlWithPassword(serviceUrl, next.service);
  const rewritten = ({ service }: (typeof rotations)[number], passwords: readonly string[]): void => {
    for (const file of files.urlsOf(service)) {
      const [url] = postgresUrlsOf(readFileSync(file, 'utf8'));
      replaceText(file, passwords.map((password) => postgresUrlWithPassword(url!, password)).join('\n'));
    }
  };
  for (const one of rotations) rewritten(one, [before[one.service].service, one.next.service]);
  const changed: Passwords = {};
  for (const { service, next, ownerUrl, serviceUrl } of rotations)
    changed[service] = {
      ...next,
      changedAt: { owner: await changePassword(ownerUrl, next.owner), service: await changePassword(serviceUrl, next.service) },
    };
  for (const one of rotations) rewritten(one, [one.next.service]);
  replaceFile(files.passwords, changed);
  return Object.fromEntries(
    rotations.map((one) => [one.service, { serviceUrl: newUrl(one), ownerUrl: postgresUrlWithPassword(one.ownerUrl, one.next.owner) }]),
  ) as Databases;
}

/** How many sessions are still open that logged in with a previous password. `end` ends them: requests in them are answered 503. */
export async function sessionsWithPreviousPasswords(files: PasswordFiles, options: { readonly end: boolean }): Promise<number> {
  const kept = keptIn(files);
  if (services.some((service) => kept[service].next))
    throw new Error('The rotation was interrupted: run it again first, without --finish.');
  let found = 0;
  for (const service of services) {
    const { ownerUrl, serviceUrl } = urlsOf(files, service, kept[service]);
    const { changedAt } = kept[service];
    if (!changedAt) throw new Error('These passwords have never been rotated.');
    found += await sessionsBefore(ownerUrl, changedAt.owner, options);
    found += await sessionsBefore(serviceUrl, changedAt.service, options);
  }
  return found;
}

function keptIn({ passwords }: PasswordFiles): Record<Service, RolePasswords> {
  const kept = readJson<Passwords>(passwords);
  const missing = services.find((service) => !kept?.[service]);
  if (missing === undefined) return kept as Record<Service, RolePasswords>;
  throw new Error(
    `${passwords} has no passwords of ${missing}: it is written where \`npm start\` or \`openbank prepare\` creates the roles. ` +
      'docs/rotation.md says how passwords of other roles are rotated.',
  );
}

/** The URLs of a service's roles, with their passwords of passwords.json: a file may have others after an interruption. */
function urlsOf(files: PasswordFiles, service: Service, { owner, service: password }: Record<Role, string>): Databases[Service] {
  const [url] = postgresUrlsOf(readFileSync(files.urlsOf(service)[0], 'utf8'));
  const database = databaseName(service);
  return {
    serviceUrl: postgresUrlWithPassword(url!, password),
    ownerUrl: postgresUrlWith(url!, { database, user: `${database}_owner`, password: owner }),
  };
}
