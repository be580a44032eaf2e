import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whom PostgreSQL runs as; empty: as whoever runs this. */
export interface RunAs { readonly uid?: number; readonly gid?: number }

/** PostgreSQL refuses to run as root: root lends it the user `postgres`, or `nobody` where there is none. */
export function runAs(): RunAs {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    try {
      return { uid: id('-u'), gid: id('-g') };
    } catch { /* no such user: the next */ }
  }
  throw new Error('PostgreSQL may not run as root, and there is no user `postgres` or `nobody` to run it as');
}

/** Says plainly which folder another user may not enter, where PostgreSQL would only say that it cannot start. */
export function refuseUnreachable(folder: string): void {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) {
      throw new Error(`PostgreSQL may not run as root, and another user may not enter ${at}: run this as a user of your own, or from a folder that others may enter (chmod o+x ${at})`);
    }
  }
}
