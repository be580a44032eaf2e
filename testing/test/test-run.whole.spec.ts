import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Each is a test run of its own, beside the other tests of this one. */
const slowMs = 600_000;

/** A separate test run of one file, with additional environment variables. */
function testRun(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): { readonly process: ChildProcess; said(): string; says(text: string): Promise<void>; readonly ended: Promise<number | null> } {
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--maxWorkers=2', ...args],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      detached: true,
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const says = (wanted: string) =>
    new Promise<void>((heard, failed) => {
      const listen = () => {
        if (text.includes(wanted)) heard();
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', listen);
      // It may have been printed together with what was waited for before.
      listen();
      void ended.then(() => {
        failed(new Error(`the run did not print "${wanted}". Output: ${text}`));
      });
    });
  return { process: child, said: () => text, says, ended };
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
const pids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1]);

/** All processes below one, by command. */
function below(pid: number): { pid: number; command: string }[] {
  const children = pids().filter((other) => parentOf(other) === pid);
  return children.flatMap((child) => [{ pid: child, command: read(`/proc/${child}/cmdline`).replaceAll('\0', ' ') }, ...below(child)]);
}

describe('npm test', () => {
  it(
    "ignores the caller's settings for programs of the bank",
    async () => {
      const settings = {
        BASE_URL: 'https://bank.example',
        PORT: '1',
        TLS_PORT: 'none',
        DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none',
        CARDS_DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none',
        DATA_DIR: '/nowhere',
        PROFILE: 'fapi2',
        PLAN_FILE: '/nowhere/plan.json',
        CUSTOMERS: 'many',
        SANDBOX: '0',
        TIME_ZONE: 'Mars/Olympus',
        SIGNED_REQUESTS: 'required',
        LOG_LEVEL: 'shout',
        POOL_SIZE: '0',
        KEYS_DIR: '/nowhere',
        HOST: '192.0.2.1',
        REPLICAS: '9',
        DRAIN_MS: 'long',
      };
      const run = testRun(
        ['sandbox/test/start.whole.spec.ts', 'sandbox/test/serve-part.whole.spec.ts', '-t', 'any order|in use'],
        settings,
      );
      expect({ code: await run.ended, failed: /^ {2}● [^]*/m.exec(run.said())?.[0] }).toEqual({ code: 0, failed: undefined });
    },
    slowMs,
  );

  it(
    "explains the statements of a service's entities alone, in a run of one file, too",
    async () => {
      const run = testRun(['apps/cards/test/statements.spec.ts']);
      expect({ code: await run.ended, failed: /^ {2}● [^]*/m.exec(run.said())?.[0] }).toEqual({ code: 0, failed: undefined });
    },
    slowMs,
  );
});

// The process tree is read from /proc.
if (process.platform === 'linux') {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'a test run that is interrupted by %s leaves no PostgreSQL and no service running',
    async (signal) => {
      // The first has a process for one of its services; two files have workers. The second needs no bank, which would be another start.
      const run = testRun(['apps/ais-pis/customer-pages/test/customer-without-mandates.whole.spec.ts', 'testing/test/leases.spec.ts']);
      await run.says('starting 2 services');
      await run.says('generating and loading the demo bank');
      const runs = (program: string): boolean => below(run.process.pid!).some(({ command }) => command.includes(program));
      while (!runs('postgres') || !runs('apps/mandates/dist/bundle/main.js')) await pause(50);
      const started = below(run.process.pid!);
      process.kill(run.process.pid!, signal);
      await run.ended;
      const isLeft = ({ pid, command }: { pid: number; command: string }) =>
        command !== '' && read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') === command;
      while (started.some(isLeft)) await pause(50);
    },
    slowMs,
  );
}
