import { createHash, randomBytes } from 'node:crypto';
import { postgresUrlWith } from '@open-banking/config';
import pg from 'pg';
import { migrate, asAdmin } from '@open-banking/database';
import { provision, type ServiceDatabase } from '../provision.js';

const passwords = { owner: 'owner', service: 'service' };

/**
 * A new database of a service, cloned from its migrated template (40–100 ms; the template is made once a server).
 * `close` fails when a connection to it is still open, or when other deadlocks happened in it than the test provoked. It stays until its
 * server goes: where ext4 has no journal, making a file looks at each of those that were deleted in the last minutes, and a database
 * is up to 870 files. In minutes with many of them that was 16 % of the processor time of a run, and over the whole of it 4 %.
 */
export async function clonedDatabase(
  adminUrl: string,
  service: string,
  folders: readonly string[],
): Promise<ServiceDatabase & { close(provoked?: { readonly deadlocks: number }): Promise<void> }> {
  const template = `t_${createHash('sha256')
    .update(service + folders.join())
    .digest('hex')
    .slice(0, 12)}`;
  const name = `c_${randomBytes(6).toString('hex')}`;
  const owner = `${template}_owner`;
  await asAdmin(adminUrl, async (admin) => {
    // The lock lasts until this session ends: the template must have no connections while it is copied.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [template]);
    if (!rowCount) await makeTemplate(admin, adminUrl, service, folders, template);
    await admin.query(
      `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} owner ${pg.escapeIdentifier(owner)}`,
    );
  });
  return {
    name,
    ownerUrl: postgresUrlWith(adminUrl, { database: name, user: owner, password: passwords.owner }),
    serviceUrl: postgresUrlWith(adminUrl, { database: name, user: template, password: passwords.service }),
    close: (provoked = { deadlocks: 0 }) =>
      asAdmin(adminUrl, async (admin) => {
        const open = await openConnections(admin, name);
        const deadlocks = await deadlocksIn(admin, name);
        if (open > 0) throw new Error(`${open} connections to ${service} were left open`);
        if (deadlocks !== provoked.deadlocks)
          throw new Error(`${deadlocks} deadlocks happened in ${service}, and the test provoked ${provoked.deadlocks}`);
      }),
  };
}

/** A migrated, empty database with the roles that its copies share. It is marked as a template when it is complete. */
async function makeTemplate(
  admin: pg.Client,
  adminUrl: string,
  service: string,
  folders: readonly string[],
  template: string,
): Promise<void> {
  const { ownerUrl } = await provision(adminUrl, service, passwords, template);
  await migrate(ownerUrl, folders);
  await admin.query(`alter database ${pg.escapeIdentifier(template)} is_template true`);
}

/** A session reports its deadlocks when it ends, at the latest. */
async function deadlocksIn(admin: pg.Client, database: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>('select deadlocks::int as count from pg_stat_database where datname = $1', [
    database,
  ]);
  return rows[0]?.count ?? 0;
}

/** A busy machine ends processes late; what a test has really left open stays. */
const goodbyeMs = 20_000;

/** Connections still there after a moment: a client is gone before the server's process for it is. */
async function openConnections(admin: pg.Client, database: string): Promise<number> {
  for (const since = performance.now(); ;) {
    const { rows } = await admin.query<{ count: number }>('select count(*)::int as count from pg_stat_activity where datname = $1', [
      database,
    ]);
    if (rows[0]!.count === 0 || performance.now() - since > goodbyeMs) return rows[0]!.count;
    await admin.query('select pg_sleep(0.02)');
  }
}
