import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const fastShutdownMs = 8_000;

/**
 * Ends the server that a killed run left behind on these files, and removes a `postmaster.pid` whose process is gone
 * or is somebody else's by now. Whoever may use the files has been settled before (the data folder has one owner).
 */
export async function endPostmasterOf(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  if (!isPostmasterOf(pid, data)) return rmSync(file, { force: true });
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!sendSignal(pid, signal)) return;
    for (let waited = 0; waited < fastShutdownMs && isPostmasterOf(pid, data); waited += 50) await pause(50);
  }
  if (isPostmasterOf(pid, data)) throw new Error(`PostgreSQL of an earlier run (process ${pid}) does not end; end it and start again`);
}

/** False: it has ended by itself in the meantime. */
function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function isPostmasterOf(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(data);
}

/** The command line of a process; empty where there is no such process. */
function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
