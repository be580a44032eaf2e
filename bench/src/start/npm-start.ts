import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A bank that `npm start` has opened. */
export interface StartedBank {
  readonly pid: number;
  /** From the command to the line that the bank is open. */
  readonly seconds: number;
  /** What Ctrl-C does in a terminal; resolves when all has ended. */
  stop(): Promise<void>;
}

/** Runs `npm start` in a folder and waits until the bank is open. Throws with what was printed if it ends before. */
export async function npmStart(folder: string, settings: NodeJS.ProcessEnv): Promise<StartedBank> {
  const began = performance.now();
  // A process group of its own, as in a terminal.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const ended = once(child, 'close').then(() => 'ended' as const);
  const isOpen = new Promise<'open'>((open) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('The bank is open at')) open('open');
      });
  });
  if ((await Promise.race([isOpen, ended])) === 'ended') throw new Error(printed);
  const seconds = (performance.now() - began) / 1_000;
  const stop = async (): Promise<void> => {
    process.kill(-child.pid!, 'SIGINT');
    await ended;
  };
  return { pid: child.pid!, seconds, stop };
}
