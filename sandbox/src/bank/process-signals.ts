import { execFileSync } from 'node:child_process';

/** The running child processes of a process, such as the sessions and workers of a PostgreSQL server. */
function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.filter(([, parent]) => parent === pid).map(([child]) => child!);
}

/** Sends a signal to a process. Does nothing if the process has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Suspends a process and its children (SIGSTOP), the parent first so that it starts no more children. Returns a function that resumes them. */
export function freeze(pid: number): () => void {
  signalProcess(pid, 'SIGSTOP');
  const frozen = [...childrenOf(pid), pid];
  for (const one of frozen) signalProcess(one, 'SIGSTOP');
  return () => {
    for (const one of frozen) signalProcess(one, 'SIGCONT');
  };
}
