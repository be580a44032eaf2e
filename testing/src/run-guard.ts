// Started beside a test run, with the address at which its workers ask for a bank. When the run is gone without having said
// that it is done (Ctrl-C, SIGKILL), this ends what it left: every process that has inherited that address.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [marker, folder] = process.argv.slice(2) as [string, string];
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

/** PostgreSQL takes SIGINT as a fast shutdown, our own programs as SIGTERM. */
async function endAll(): Promise<void> {
  tell('SIGINT');
  for (let waited = 0; waited < graceMs && left().length > 0; waited += everyMs) await pause(everyMs);
  tell('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: everyMs });
}

function tell(signal: NodeJS.Signals): void {
  for (const pid of left()) {
    try {
      process.kill(pid, signal);
    } catch {
      /* gone by itself */
    }
  }
}

/** Processes that carry the marker in their environment, where the system shows it (Linux). */
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
