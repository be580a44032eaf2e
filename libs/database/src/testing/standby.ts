import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded, type EmbeddedServer } from '../embedded.js';
import { asAdmin } from '../provision.js';

/** Copies a running server's files into a new folder, as `pg_basebackup` does: without its WAL, with the label of the backup. */
export async function baseBackup(adminUrl: string, from: string, to: string): Promise<void> {
  const data = join(to, 'postgres');
  mkdirSync(to, { recursive: true, mode: 0o711 });
  await asAdmin(adminUrl, async (admin) => {
    await admin.query("select pg_backup_start('base backup', true)");
    execFileSync('cp', ['-a', join(from, 'postgres'), data]);
    const { rows } = await admin.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    ownedAs(data, 'backup_label', rows[0]!.label);
  });
  copyFileSync(join(from, 'postgres.password'), join(to, 'postgres.password'));
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true });
  for (const entry of readdirSync(join(data, 'pg_wal'), { withFileTypes: true }))
    if (entry.isFile()) rmSync(join(data, 'pg_wal', entry.name));
}

/** Writes a file into a data folder for the user that PostgreSQL runs as. */
export function ownedAs(data: string, name: string, content: string): void {
  const { uid, gid } = statSync(data);
  const file = join(data, name);
  writeFileSync(file, content, { mode: 0o600 });
  chownSync(file, uid, gid);
}

/** A streaming standby of a running server, which can be promoted. Its name is what `synchronous_standby_names` calls it. */
export async function startStandby(
  primary: { readonly url: string; readonly folder: string },
  folder: string,
  port: number,
  { name = 'standby', flags = [] }: { readonly name?: string; readonly flags?: readonly string[] } = {},
): Promise<EmbeddedServer> {
  await baseBackup(primary.url, primary.folder, folder);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=${name}`;
  const data = join(folder, 'postgres');
  // Once promoted it waits for no other standby: there is none.
  const settings = `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`;
  ownedAs(data, 'postgresql.auto.conf', `${readFileSync(join(data, 'postgresql.auto.conf'), 'utf8')}${settings}`);
  ownedAs(data, 'standby.signal', '');
  return startEmbedded(folder, port, flags);
}

/** Makes a standby the primary, and waits for it. */
export const promote = (standbyUrl: string): Promise<void> =>
  asAdmin(standbyUrl, async (admin: pg.Client) => {
    await admin.query('select pg_promote(true, 30)');
  });
