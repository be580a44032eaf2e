import type { Service } from '@open-banking/spec';
import { checkClock } from './clock.js';
import { fault, finding, ok, seconds, warning, type Finding } from './finding.js';

type Row = Readonly<Record<string, unknown>>;
type Ask = <R extends Row>(text: string) => Promise<R[]>;

const unreachable = 'Start PostgreSQL, or correct the address: docs/when-things-go-wrong.md, "PostgreSQL".';
const minVersion = 180_000;

/** Checks one service's database: migrations, when the service was last ready, and the sources of its feed. */
export async function checkDatabase(service: Service, url: string, sandbox: boolean): Promise<Finding[]> {
  const [{ asAdmin }, { migrationFolders }, { migrationNames }] = await Promise.all([
    import('@open-banking/database/admin-connection'),
    import('@open-banking/database/migration-folders'),
    import('@open-banking/database/migrations'),
  ]);
  const ask: Ask = (text) => asAdmin(url, async (client) => (await client.query(text)).rows as never);
  return [
    await finding('migrations', service, () => migrations(ask, migrationNames(migrationFolders(service, sandbox))), unreachable),
    await finding('readiness', service, () => readiness(ask, service), unreachable),
    await finding('feed', service, () => feed(ask, service), unreachable),
  ];
}

async function migrations(ask: Ask, known: readonly string[]) {
  const applied = (await ask<{ name: string }>('select name from migration')).map(({ name }) => name);
  const missing = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  if (missing.length > 0)
    return fault(`not applied: ${missing.join(', ')}`, 'Run openbank prepare of this release, before its services start.');
  if (unknown.length > 0)
    return warning(
      `applied by another release: ${unknown.join(', ')}`,
      'Run this command from the release that the database was migrated to.',
    );
  return ok(`${applied.length} applied, none missing`);
}

/** The processes mark each answered probe (docs/availability.md), in the database's time. */
async function readiness(ask: Ask, service: Service) {
  const [last] = await ask<{ age: number | null; every: number | null }>(
    `select extract(epoch from clock_timestamp() - last_at)::float8 as age, every_ms / 1000.0::float8 as every from ready_period order by last_at desc limit 1`,
  );
  if (last?.age == null) return fault('it was never ready', `Start ${service}, and read its log.`);
  const text = `last ready ${seconds(last.age)} ago`;
  return last.age > 5.5 * last.every! + 1
    ? fault(text, `Start ${service}, or read its log: it does not run, hangs, or has no database.`)
    : ok(text);
}

interface StoppedSource extends Row {
  readonly source: string;
  readonly position: string;
  readonly field: string | null;
  readonly reason: string;
}

/** A step that cannot be applied stops its source: what the core sends after it is not in the bank. */
async function feed(ask: Ask, service: Service) {
  const stopped = await ask<StoppedSource>(
    `select source, fault_position::text as position, fault_field as field, fault_reason as reason
     from feed_source where fault_position is not null order by source`,
  );
  if (stopped.length === 0) return ok('no source is stopped');
  const [{ source, position }] = stopped as [StoppedSource];
  return fault(
    stopped
      .map((one) => `${one.source} is stopped at position ${one.position}: ${one.field === null ? '' : `${one.field}: `}${one.reason}`)
      .join('; '),
    `Send the step again, corrected, or pass over it (openbank feed skip ${service} ${source} ${position}): docs/feed.md, "What cannot be applied".`,
  );
}

/** Checks a server: version, clock, durability, backups. Databases on the same host and port are one server. */
export async function checkServer(url: string, sandbox: boolean): Promise<Finding[]> {
  const [{ asAdmin }, { postgresHosts }] = await Promise.all([
    import('@open-banking/database/admin-connection'),
    import('@open-banking/config'),
  ]);
  const host = postgresHosts(url);
  const ask: Ask = (text) => asAdmin(url, async (client) => (await client.query(text)).rows as never);
  return [
    await finding('PostgreSQL', host, () => version(ask), unreachable),
    await finding('clock', host, () => clock(ask), unreachable),
    await finding('durability', host, () => durability(ask, sandbox), unreachable),
    await finding('backups', host, () => archive(ask, sandbox), unreachable),
    await finding('replication', host, () => replication(ask), unreachable),
  ];
}

async function version(ask: Ask) {
  const [{ number, text }] = (await ask<{ number: number; text: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
  )) as [{ number: number; text: string }];
  return number < minVersion ? fault(`version ${text}`, 'Upgrade the server: PostgreSQL 18 or newer is needed.') : ok(`version ${text}`);
}

const clock = (ask: Ask) =>
  checkClock(async () => (await ask<{ now: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'))[0]!.now);

async function durability(ask: Ask, sandbox: boolean) {
  const off = (
    await ask<{ name: string }>(
      "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'",
    )
  ).map(({ name }) => name);
  if (off.length === 0) return ok('what is committed survives a crash');
  if (sandbox) return ok(`${off.join(', ')} off: for a sandbox only`);
  return fault(`${off.join(', ')} off: a crash loses payments`, 'Switch them on in postgresql.conf.');
}

async function archive(ask: Ask, sandbox: boolean) {
  const [row] = await ask<{ mode: string; age: number | null; failing: boolean }>(
    `select current_setting('archive_mode') as mode, extract(epoch from clock_timestamp() - last_archived_time)::float8 as age,
       last_failed_time > coalesce(last_archived_time, '-infinity') as failing from pg_stat_archiver`,
  );
  const { mode, age, failing } = row!;
  if (mode === 'off')
    return sandbox
      ? ok('WAL is not archived: a sandbox needs no backups')
      : warning('WAL is not archived', 'Set up continuous archiving, or see that backups are taken another way.');
  if (failing) return fault('archiving WAL fails', 'Read the log of PostgreSQL, and mend archive_command.');
  return age === null ? warning('no WAL has been archived yet', 'Check archive_command.') : ok(`WAL last archived ${seconds(age)} ago`);
}

/** The names of `synchronous_standby_names` where writes wait for a standby and none is connected; otherwise undefined. */
async function awaitedStandby(ask: Ask): Promise<string | undefined> {
  // A role without pg_read_all_stats sees that a standby is connected, not whether it is synchronous.
  const [row] = await ask<{ names: string; waits: boolean }>(
    `select names, names <> '' and current_setting('synchronous_commit') not in ('off', 'local') and not pg_is_in_recovery()
       and not exists (select from pg_stat_replication where coalesce(sync_state, 'sync') in ('sync', 'quorum')) as waits
     from current_setting('synchronous_standby_names') as names`,
  );
  return row!.waits ? row!.names : undefined;
}

async function replication(ask: Ask) {
  const awaited = await awaitedStandby(ask);
  if (awaited !== undefined)
    return fault(
      `the synchronous standby (${awaited}) is not connected: writes wait for it, or are answered 503`,
      'Start it, or remove SYNCHRONOUS_STANDBY_NAMES and run `docker compose up -d --no-deps postgres` (elsewhere: empty ' +
        'synchronous_standby_names and reload the server).',
    );
  const slots = await ask<{ slot: string; active: boolean; status: string | null; bytes: number | null }>(
    `select slot_name as slot, active, wal_status as status,
       case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 end as bytes from pg_replication_slots`,
  );
  const lost = slots.filter(({ status }) => status === 'lost');
  if (lost.length > 0) return fault(`the slot ${lost[0]!.slot} is lost`, 'Build that standby anew.');
  const idle = slots.filter(({ active }) => !active);
  if (idle.length > 0)
    return warning(
      `nobody reads the slot ${idle[0]!.slot}; it retains ${Math.round((idle[0]!.bytes ?? 0) / 1_048_576)} MiB of WAL`,
      'Start that standby, or drop the slot before the disk is full.',
    );
  return ok(
    slots.length === 0 ? 'no replication slots' : slots.map(({ slot, bytes }) => `${slot} is ${bytes ?? 0} bytes behind`).join(', '),
  );
}
