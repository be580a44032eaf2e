import pg from 'pg';
import type { DataSource } from 'typeorm';

/** How long a transaction may be idle, in milliseconds, before the server ends its connection. */
export const idleInTransactionMs = 10_000;

/**
 * What a page costs that is not the next one, in pages that are. PostgreSQL's own value, 4, is for disks that seek: in a bank of a few hundred accounts
 * it then reads all balances for one, in twice the time (17 µs a balance in place of 9), and not the index that it takes in a larger one.
 */
export const randomPageCost = 1.1;

/** Time limits of a service role, in milliseconds. */
export interface RoleLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

const limitsOf = ({ statementTimeoutMs, lockTimeoutMs }: RoleLimits) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
});

type Setting = keyof ReturnType<typeof limitsOf>;

const setting = (role: string, database: string, name: string, value: string): string =>
  `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name} = '${value}'`;

const limit = (role: string, database: string, name: Setting, ms: number): string => setting(role, database, name, `${ms}ms`);

/**
 * Gives a role its time limits, and its cost of pages, in this database: PgBouncer in transaction mode hands a server's connection from one client to the
 * next, so a client cannot set them for itself. A role may change its own, so `client` needs no privileges if it is that role.
 */
export async function limitRole(client: pg.Client, limits: RoleLimits): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string }>('select current_user as role, current_database() as database');
  const { role, database } = rows[0]!;
  for (const [name, ms] of Object.entries(limitsOf(limits))) await client.query(limit(role, database, name as Setting, ms));
  await client.query(setting(role, database, 'random_page_cost', String(randomPageCost)));
}

/** Refuses a role without the time limits of this service, or with longer ones: a statement would hold its connection and locks without end. */
export async function refuseUnlimitedRole(source: DataSource, limits: RoleLimits): Promise<void> {
  const max = limitsOf(limits);
  const found: { name: Setting; ms: number; role: string; database: string }[] = await source.query(
    `select name, setting::int as ms, current_user as role, current_database() as database from pg_settings where name = any($1)`,
    [Object.keys(max)],
  );
  const missing = found.filter(({ name, ms }) => ms === 0 || ms > max[name]);
  if (missing.length === 0) return;
  const { role, database } = missing[0]!;
  await source.destroy();
  throw new Error(
    `The role ${role} has no time limits of its own, which DATABASE_POOLER needs. Over a direct connection run: ` +
      `${missing.map(({ name }) => limit(role, database, name, max[name])).join('; ')}. Then end PgBouncer's connections (RECONNECT).`,
  );
}
