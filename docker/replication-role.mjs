// The role with which one PostgreSQL server of the compose file copies and follows the other.
import { readFileSync } from 'node:fs';
import { asAdmin } from '@open-banking/database';

/** Returns whether a write waits for a standby. */
export const waitsForStandby = (adminUrl) =>
  asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query("select current_setting('synchronous_standby_names') <> '' as waits");
    return rows[0].waits;
  });

/** Creates the role, or gives it the password of the file anew. */
export async function replicationRole(adminUrl, passwordFile) {
  // make-secrets.mjs writes it, of letters, digits, - and _.
  const password = readFileSync(passwordFile, 'utf8').trim();
  await asAdmin(adminUrl, async (admin) => {
    // It would wait for a synchronous standby, which needs this role to become one.
    await admin.query('set synchronous_commit = local');
    const { rowCount } = await admin.query("select from pg_roles where rolname = 'replication'");
    await admin.query(`${rowCount ? 'alter' : 'create'} role replication login replication connection limit 10 password '${password}'`);
  });
}
