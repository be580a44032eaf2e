// Runs next to a test run and knows the address from which its workers request banks. If the run ends without reporting
// completion (Ctrl-C, SIGKILL), this ends its leftovers: every process that inherited that address.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [marker, ...folders] = process.argv.slice(2) as [string, ...string[]];
const graceMs = 8_000;
const everyMs = 100;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', () => {
  process.exit(0);
});
process.on('disconnect', () => {
  void endAll().finally(() => {
    process.exit(0);
  });
});

/** SIGINT is a fast shutdown for PostgreSQL; our own programs handle it like SIGTERM. */
async function endAll(): Promise<void> {
  sendToAll('SIGINT');
  for (let waited = 0; waited < graceMs && left().length > 0; waited += everyMs) await pause(everyMs);
  sendToAll('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: everyMs });
}

function sendToAll(signal: NodeJS.Signals): void {
  for (const pid of left()) {
    try {
      process.kill(pid, signal);
    } catch {
      /* gone by itself */
    }
  }
}

/** Processes with the marker in their environment, if the system exposes it (Linux). */
function left(): number[] {
  return pids().filter((pid) => pid !== process.pid && environmentOf(pid).includes(marker));
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
