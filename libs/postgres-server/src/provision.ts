import { randomBytes } from 'node:crypto';
import { postgresUrlWith } from '@open-banking/config';
import pg from 'pg';
import { asAdmin } from '@open-banking/database';

/** A service's database as URLs: the owner migrates, the service role runs and owns nothing. */
export interface ServiceDatabase {
  readonly name: string;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
}

const quoted = (name: string): string => pg.escapeIdentifier(name);
const withUser = (url: string, database: string, user: string, password: string): string =>
  postgresUrlWith(url, { database, user, password });

/** `savings-loans` keeps its data in `savings_loans`. */
export const databaseName = (service: string): string => service.replaceAll('-', '_');

/**
 * Creates what is missing of a service's database and its two roles, over a URL that may create databases and roles.
 * Passwords are set anew each time, so nothing needs to remember them but who starts the services.
 */
export async function provision(
  adminUrl: string,
  service: string,
  passwords = { owner: password(), service: password() },
  name = databaseName(service),
): Promise<ServiceDatabase> {
  const owner = `${name}_owner`;
  await asAdmin(adminUrl, async (admin) => {
    await role(admin, owner, passwords.owner);
    await role(admin, name, passwords.service);
    await admin.query(`grant ${quoted(owner)} to current_user`);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await admin.query(`create database ${quoted(name)} owner ${quoted(owner)}`);
    await admin.query(`revoke all on database ${quoted(name)} from public`);
    await admin.query(`grant connect on database ${quoted(name)} to ${quoted(name)}`);
  });
  const ownerUrl = withUser(adminUrl, name, owner, passwords.owner);
  await grantAccess(ownerUrl, name);
  return { name, ownerUrl, serviceUrl: withUser(adminUrl, name, name, passwords.service) };
}

/** Lets a service role use what the owner makes in this database. Needs no privileges but the owner's. */
export async function grantAccess(ownerUrl: string, serviceRole: string): Promise<void> {
  const role = quoted(serviceRole);
  await asAdmin(ownerUrl, async (own) => {
    await own.query(`grant usage on schema public to ${role}`);
    await own.query(`alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`);
    await own.query(`alter default privileges in schema public grant usage on sequences to ${role}`);
  });
}

const password = (): string => randomBytes(24).toString('base64url');

async function role(admin: pg.Client, name: string, secret: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name]);
  await admin.query(`${rowCount ? 'alter' : 'create'} role ${quoted(name)} login password ${pg.escapeLiteral(secret)}`);
}

/** Refuses a server below PostgreSQL 18 (the schema uses `uuidv7()`), before anything is made there. */
export async function refuseOldServer(url: string, minMajor = 18): Promise<void> {
  const {
    rows: [server],
  } = await asAdmin(url, (client) =>
    client.query<{ number: number; version: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
    ),
  );
  if (server!.number < minMajor * 10_000)
    throw new Error(`This is PostgreSQL ${server!.version}; PostgreSQL ${minMajor} or newer is needed. Nothing was created there.`);
}
