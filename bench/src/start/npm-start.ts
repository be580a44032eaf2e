import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@open-banking/installation/ports';
import { terminalEnvironment } from '../commit-worktree.js';
import { plan } from '../measured-bank.js';

/** A command that runs until it is stopped. */
export interface Running {
  readonly pid: number;
  /** From the command to the line that was waited for. */
  readonly seconds: number;
  /** The text that it has printed so far. */
  printed(): string;
  /** Stops it as Ctrl-C does in a terminal; resolves when all has ended. */
  stop(): Promise<void>;
}

/** Settings of a bank whose files all lie in a folder, with limits that admit every request. */
export async function settingsIn(folder: string): Promise<NodeJS.ProcessEnv> {
  const [port] = await freePorts([undefined]);
  mkdirSync(join(folder, 'home'), { recursive: true });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  return { HOME: join(folder, 'home'), DATA_DIR: join(folder, 'data'), PORT: String(port), PLAN_FILE: join(folder, 'plan.json') };
}

/** Runs `npm start` in a folder and waits until the bank is open. Throws with what was printed if it ends before. */
export const npmStart = (folder: string, settings: NodeJS.ProcessEnv): Promise<Running> =>
  runUntil(/The bank is open at/, ['npm', 'start'], folder, settings);

/** Runs a command in a folder until it prints something. Throws with all that was printed if it ends before. */
export async function runUntil(
  line: RegExp,
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  settings: NodeJS.ProcessEnv,
): Promise<Running> {
  const began = performance.now();
  // A process group of its own, as in a terminal.
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...terminalEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const ended = once(child, 'close').then(() => 'ended' as const);
  const isThere = new Promise<'there'>((there) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (line.test(printed)) there('there');
      });
  });
  if ((await Promise.race([isThere, ended])) === 'ended') throw new Error(printed);
  const seconds = (performance.now() - began) / 1_000;
  const stop = async (): Promise<void> => {
    process.kill(-child.pid!, 'SIGINT');
    await ended;
  };
  return { pid: child.pid!, seconds, printed: () => printed, stop };
}
