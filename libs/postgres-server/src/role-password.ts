import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { postgresUrlWithPassword } from '@open-banking/config';
import pg from 'pg';
import { isLoginRefused, asAdmin } from '@open-banking/database';

/** PostgreSQL's own number of iterations (`scram_iterations`). */
const iterations = 4_096;

/** PostgreSQL's stored form of a password (RFC 5803): sent in its place, so that no log of statements holds the password itself. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}

/**
 * Gives the role of a URL a new password, as that role, so no privilege is needed. Safe to repeat: a role that already has the new
 * password keeps it. Returns the server's time; every session that began later has logged in with the new password.
 */
export async function changePassword(url: string, password: string): Promise<string> {
  await asAdmin(url, (role) => role.query(`alter role current_user password ${pg.escapeLiteral(scramVerifier(password))}`)).catch(
    (error: unknown) => {
      if (!isLoginRefused(error)) throw error;
    },
  );
  return asAdmin(postgresUrlWithPassword(url, password), async (role) => {
    const { rows } = await role.query<{ now: string }>('select clock_timestamp()::text as now');
    return rows[0]!.now;
  });
}

/** How many sessions of the URL's role began before this time; `end` ends them. */
export function sessionsBefore(url: string, time: string, { end }: { readonly end: boolean }): Promise<number> {
  const chosen = 'from pg_stat_activity where usename = current_user and pid <> pg_backend_pid() and backend_start < $1::timestamptz';
  return asAdmin(url, async (role) => {
    const { rowCount } = await role.query(`select ${end ? 'pg_terminate_backend(pid, 5000)' : 'pid'} ${chosen}`, [time]);
    return rowCount ?? 0;
  });
}
