import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';

/**
 * Copies the files of a running server (`startEmbedded`) from one folder into another, as `pg_basebackup` does: with the label of
 * the backup and without its WAL, which comes from the primary or from the archive.
 */
export async function baseBackup(adminUrl: string, from: string, to: string): Promise<void> {
  const data = join(to, 'postgres');
  mkdirSync(to, { recursive: true, mode: 0o711 });
  await asAdmin(adminUrl, async (admin) => {
    await admin.query("select pg_backup_start('base backup', true)");
    // Owners included: PostgreSQL refuses files of another user.
    execFileSync('cp', ['-a', join(from, 'postgres'), data]);
    const { rows } = await admin.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
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
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

/** Adds settings to those that `alter system` has made in these files. */
export const addSettings = (data: string, settings: readonly string[]): void => {
  appendFileSync(join(data, 'postgresql.auto.conf'), settings.map((line) => `${line}\n`).join(''));
};

/** Settings of a server that archives its WAL into a folder. */
export const archiving = (archive: string): readonly string[] => [
  '-c',
  'archive_mode=on',
  '-c',
  `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
];

/** Makes the files of a base backup recover from the archive up to an instant when they are started, and then take writes. */
export function recoverUntil(folder: string, archive: string, until: string): void {
  const data = join(folder, 'postgres');
  if (!existsSync(join(data, 'backup_label'))) throw new Error(`${folder} is not a base backup`);
  addSettings(data, [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${until}'`,
    "recovery_target_action = 'promote'",
    // Connections reach the recovered server, not one on its way there.
    'hot_standby = off',
  ]);
  ownedAs(data, 'recovery.signal', '');
}
