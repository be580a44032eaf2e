import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that PostgreSQL runs as; empty: the user of this process. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
  /** The arguments before the command. */
  readonly before: readonly string[];
}

// Root that appears as another user inside, and still reaches root's own files (user_namespaces(7)).
const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

/**
 * PostgreSQL refuses to run as root: root lends it the user `postgres`, or `nobody` where there is none. Where these may
 * not enter the folders that are needed (root's home, say), it runs in a user namespace, if the system allows one.
 */
export function runAs(data: string, folders: readonly string[]): RunAs {
  if (process.getuid?.() !== 0) return { before: [] };
  const closed = folders.map(closedFolderOf).find((folder) => folder !== undefined);
  const ownedByRoot = existsSync(data) && statSync(data).uid === 0;
  const user = closed === undefined && !ownedByRoot ? lentUser() : undefined;
  if (user) return { ...user, before: [] };
  if (succeeds(...namespace, 'true')) return { before: namespace };
  throw new Error(
    closed === undefined
      ? 'PostgreSQL may not run as root, and there is no user `postgres` or `nobody` to run it as: run this as a user of your own'
      : `PostgreSQL may not run as root, and another user may not enter ${closed}: run this as a user of your own, or from a folder that others may enter (chmod o+x ${closed})`,
  );
}

function lentUser(): Pick<RunAs, 'uid' | 'gid'> | undefined {
  const id = (flag: '-u' | '-g', name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const name = ['postgres', 'nobody'].find((known) => succeeds('id', known));
  return name === undefined ? undefined : { uid: id('-u', name), gid: id('-g', name) };
}

/** The first folder on the way that others may not enter. */
function closedFolderOf(folder: string): string | undefined {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if ((statSync(at).mode & 0o001) === 0) return at;
  return undefined;
}

function succeeds(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
