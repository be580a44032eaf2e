import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';

/**
 * Stops every process of the PostgreSQL server of this URL, as a hanging disk or machine does: its connections stay open and
 * nothing answers. Linux only. Returns how to let it go on.
 */
export async function freezeDatabase(adminUrl: string): Promise<() => void> {
  const { rows: [server] } = await asAdmin(adminUrl, (admin) => admin.query<{ folder: string }>("select current_setting('data_directory') as folder"));
  const postmaster = Number(readFileSync(join(server!.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  // The first one first: it makes no further ones.
  process.kill(postmaster, 'SIGSTOP');
  const stopped = [postmaster, ...childrenOf(postmaster)];
  for (const pid of stopped) tell(pid, 'SIGSTOP');
  return () => { for (const pid of stopped) tell(pid, 'SIGCONT'); };
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch { /* ended meanwhile */ }
}

const childrenOf = (parent: number): number[] => readdirSync('/proc').map(Number).filter((pid) => pid > 0 && parentOf(pid) === parent);

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold spaces; the parent is the second field after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
