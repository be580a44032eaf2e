import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, MigrationExecutor, MigrationInterface, QueryRunner } from 'typeorm';
import { DatabaseClient, serversOf, withoutTimeLimits } from './database-client.js';
import { asAdmin } from './admin-connection.js';
import { hasRun } from './schema-version.js';

export interface MigrateOptions {
  /** Receives a line for each wait, with what is waited for. */
  readonly log?: ((line: string) => void) | undefined;
  /** How long a statement may wait for a lock. Whoever needs the table waits behind it, so it is far below the 1.5 s of a service. */
  readonly lockTimeoutMs?: number;
  /** How long a migration that does not get its locks is tried again, in milliseconds. */
  readonly timeoutMs?: number;
}

interface Migration {
  /** What a database remembers of it. */
  readonly name: string;
  readonly type: new () => MigrationInterface & { readonly transaction?: boolean };
}

// TypeORM orders migrations by 13 digits at the end of their names; ours are ordered by series, then number.
const epoch = 1_700_000_000_000;
const marker = /^-- outside a transaction$/m;

/**
 * `pg_temp.for_service_roles('revoke delete on thing from %I')`: for migrations, which change what the service may do. It runs the statement
 * once for each role that the owner has granted its present or future tables to, whatever the operator calls that role.
 */
const forServiceRoles = /* sql */ `
  create or replace function pg_temp.for_service_roles(template text) returns void language plpgsql as $$
  declare
    service_role text;
  begin
    for service_role in
      select r.rolname from pg_default_acl d, aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
      where d.defaclobjtype = 'r' and d.defaclrole = current_user::regrole and a.grantee <> d.defaclrole
      union
      select r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where c.relkind in ('r', 'p') and c.relowner = current_user::regrole and a.grantee <> c.relowner
    loop
      execute format(template, service_role);
    end loop;
  end
  $$`;

const firstPauseMs = 250;
const longestPauseMs = 5_000;
const pollMs = 250;
const saidEveryMs = 10_000;
/** lock_not_available and deadlock_detected: what was begun is undone, and can be tried again. */
const tryAgain = new Set(['55P03', '40P01']);

/** The permanent number of a folder's migrations, from its `series.json`: wherever the folder moves, their names stay. */
function seriesOf(folder: string): number {
  const file = join(folder, 'series.json');
  if (!existsSync(file))
    throw new Error(`${file} is missing: it says { "series": <number> }, by which the migrations of this folder are known`);
  const { series } = JSON.parse(readFileSync(file, 'utf8')) as { series?: unknown };
  if (!Number.isInteger(series) || Number(series) < 0) throw new Error(`${file} must have "series", a whole number from 0`);
  return Number(series);
}

/** The migrations of these folders: `NNNN-intent/up.sql`, as SQL, by series and number. A folder that does not exist has none. */
function migrationsIn(folders: readonly string[]): Migration[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => {
      const series = seriesOf(folder);
      return readdirSync(folder)
        .sort()
        .filter((name) => /^\d{4}-/.test(name))
        .map((name) => {
          const text = readFileSync(join(folder, name, 'up.sql'), 'utf8');
          return migrationOf(`${name}-${epoch + series * 10_000 + Number(name.slice(0, 4))}`, text);
        });
    });
}

/** The names under which a database remembers the migrations of these folders. */
export const migrationNames = (folders: readonly string[]): string[] => migrationsIn(folders).map(({ name }) => name);

/** `name` is what a database remembers of a migration that was run: it never changes. */
function migrationOf(name: string, text: string): Migration {
  const outside = marker.test(text);
  const type = class implements MigrationInterface {
    readonly name = name;
    readonly transaction = !outside;
    async up(runner: QueryRunner): Promise<void> {
      // Only where it is called: it needs the privilege to create temporary objects.
      if (text.includes('pg_temp.for_service_roles')) await runner.query(forServiceRoles);
      if (!outside) await runner.query(text);
      else for (const statement of statementsIn(text)) await alone(runner, statement);
    }
    async down(): Promise<void> {
      throw new Error('migrations go forward only; restore a backup instead');
    }
  };
  return { name, type };
}

/** Statements of a migration outside a transaction: each ends with a semicolon at the end of a line. */
const statementsIn = (text: string): string[] =>
  text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');

/** What is done concurrently waits for old transactions without being in anybody's way: no limit, or it would start over each time. */
async function alone(runner: QueryRunner, statement: string): Promise<void> {
  if (!/\bconcurrently\b/i.test(statement)) return void (await runner.query(statement));
  await runner.query('set lock_timeout = 0');
  await runner.query(statement);
  await runner.query('reset lock_timeout');
}

/**
 * Brings a database to the newest schema, as its owner and over a direct connection (no pooler between: the lock that
 * keeps two from migrating at once belongs to the session). Returns the names of what was run; none when it was current.
 *
 * A statement that does not get its lock in time gives way, and the migration is tried again: one that waits holds up
 * everybody who comes after it. A file with the line `-- outside a transaction` runs statement by statement
 * (`create index concurrently`); it may be interrupted, so it must be able to run twice.
 */
export async function migrate(
  ownerUrl: string,
  folders: readonly string[],
  { log = () => undefined, lockTimeoutMs = 300, timeoutMs = 600_000 }: MigrateOptions = {},
): Promise<string[]> {
  const known = migrationsIn(folders);
  // A database that is current needs no lock; and whoever finds it so, mostly, does not load TypeORM.
  if (
    await asAdmin(ownerUrl, (client) =>
      hasRun(
        client,
        known.map(({ name }) => name),
      ),
    )
  )
    return [];
  const { DataSource } = await import('typeorm');
  const servers = serversOf(ownerUrl);
  const source = new DataSource({
    type: 'postgres',
    url: servers.connectionString,
    applicationName: 'migrations',
    migrations: known.map(({ type }) => type),
    migrationsTableName: 'migration',
    logger: 'debug',
    connectTimeoutMS: 5_000,
    extra: { ...servers, ...withoutTimeLimits, Client: DatabaseClient, lock_timeout: lockTimeoutMs },
  });
  await source.initialize();
  // One connection for the lock and the work: who loses it loses both.
  const runner = source.createQueryRunner();
  try {
    await noticeLostClient(runner);
    await onlyOne(runner, log);
    return await run(source, runner, { log, timeoutMs });
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/**
 * Ends what a killed runner has begun within a second. Otherwise PostgreSQL notices only when the statement ends, and until then keeps its locks
 * and the runner's. Some operating systems cannot do it.
 */
const noticeLostClient = (runner: QueryRunner): Promise<unknown> =>
  runner.query("set client_connection_check_interval = '1s'").catch(() => undefined);

/** Asks again and again: one that waits for an advisory lock has a snapshot, for which `create index concurrently` waits in turn. */
async function onlyOne(runner: QueryRunner, log: (line: string) => void): Promise<void> {
  for (let saidAt = performance.now(); ;) {
    const [{ free }] = (await runner.query('select pg_try_advisory_lock(hashtext($1)) as free', ['migrate'])) as [{ free: boolean }];
    if (free) return;
    if (performance.now() - saidAt > saidEveryMs) {
      saidAt = performance.now();
      log('waiting: another process migrates this database');
    }
    await pause(pollMs);
  }
}

const pendingOf = async (executor: MigrationExecutor): Promise<string[]> => (await executor.getPendingMigrations()).map(({ name }) => name);

async function run(
  source: DataSource,
  runner: QueryRunner,
  { log, timeoutMs }: Required<Pick<MigrateOptions, 'log' | 'timeoutMs'>>,
): Promise<string[]> {
  const { MigrationExecutor } = await import('typeorm');
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'each';
  const done: string[] = [];
  const since = performance.now();
  for (let waitMs = firstPauseMs; ; waitMs = Math.min(2 * waitMs, longestPauseMs)) {
    await runner.query('reset lock_timeout');
    const pending = await pendingOf(executor);
    try {
      await executor.executePendingMigrations();
      return [...done, ...pending];
    } catch (error) {
      // Where the connection is lost, nothing more can be asked.
      const left = await pendingOf(executor).catch(() => pending);
      done.push(...pending.filter((name) => !left.includes(name)));
      const failed = `migration ${left[0] ?? ''}`;
      if (!tryAgain.has((error as { code?: string }).code ?? ''))
        throw new Error(`${failed}: ${(error as Error).message}`, { cause: error });
      if (performance.now() - since > timeoutMs)
        throw new Error(
          `${failed} got no lock within ${timeoutMs / 1_000} s: end the transactions that have been open longest (pg_stat_activity.xact_start) and start again`,
          { cause: error },
        );
      log(`${failed} waits for a lock that another transaction holds; tried again in ${waitMs / 1_000} s`);
      await pause(waitMs);
    }
  }
}
