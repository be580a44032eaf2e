import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutSecrets } from '@open-banking/config';
import { readJson, replaceFile, type DataFolder } from '@open-banking/installation/data-folder';
import { freePorts } from '@open-banking/installation/ports';

const startMs = 10_000;
const answerMs = 1_000;
const restartMs = 1_000;

/** A Valkey or Redis server of the bank's own, in which replicas count their limits. It keeps nothing: windows outlive no restart. */
export interface LimitStore {
  readonly url: string;
  stop(): Promise<void>;
}

interface Address {
  readonly port: number;
  readonly password: string;
}

/** Valkey, or Redis, which speaks the same protocol; undefined where the `PATH` has neither. */
export const limitStoreProgram = (): string | undefined =>
  ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/**
 * Starts the server, or takes over the one that a killed run has left. It is started again whenever it ends. Throws one line that
 * says how to get one where none is installed.
 */
export async function startLimitStore(folder: DataFolder, log: (line: string) => void): Promise<LimitStore> {
  const program = limitStoreProgram();
  if (!program)
    throw new Error(
      'With REPLICAS above 1 the replicas count their limits in Valkey or Redis, and neither valkey-server nor redis-server is on the PATH. ' +
        'Install one (Debian: apt-get install redis-server; macOS: brew install valkey), or set VALKEY_URL to a running one.',
    );
  const file = join(folder.path, 'limit-store.json');
  const left = readJson<Address>(file);
  const leftRuns = left !== undefined && (await answers(left));
  const [port] = await freePorts([left?.port]);
  const address = leftRuns ? left : { port: port!, password: left?.password ?? randomBytes(24).toString('base64url') };
  replaceFile(file, address);
  const stopping = new AbortController();
  const run = () => started(program, address, join(folder.logs, 'limit-store.log'));
  const supervised = supervise(leftRuns ? undefined : await run(), address, run, stopping.signal, log);
  return {
    url: `valkey://:${address.password}@127.0.0.1:${address.port}`,
    stop: async () => {
      stopping.abort();
      await ask(address, 'SHUTDOWN NOSAVE').catch(() => undefined);
      await supervised;
    },
  };
}

/** Starts the process and waits until it answers. Its settings go in by standard input: arguments can be read by everybody. */
async function started(program: string, { port, password }: Address, logFile: string): Promise<ChildProcess> {
  const child = spawn(program, ['-'], { env: withoutSecrets(process.env), stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const lines = [`port ${port}`, 'bind 127.0.0.1', `requirepass ${password}`, 'save ""', 'appendonly no', `logfile "${logFile}"`];
  child.stdin!.end(`${lines.join('\n')}\n`);
  for (const end = performance.now() + startMs; !(await answers({ port, password })); await pause(50))
    if (child.exitCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`${program} does not start at port ${port}. Its log: ${logFile}`);
    }
  return child;
}

/** Resolves after the stop, when the last process has ended. A server that was taken over is not our child: it is asked once a second. */
async function supervise(
  first: ChildProcess | undefined,
  address: Address,
  run: () => Promise<ChildProcess>,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const ended = async (child: ChildProcess | undefined): Promise<void> => {
    if (child) return child.exitCode === null && child.signalCode === null ? void (await once(child, 'exit')) : undefined;
    while (await answers(address)) await pause(restartMs);
  };
  let current = first;
  for (;;) {
    await ended(current);
    if (stopping.aborted) return;
    log('The store of the limits has ended and is started again. Until then each replica admits its part of a limit to reads.');
    await pause(restartMs);
    current = await run().catch(() => undefined);
  }
}

const answers = (address: Address): Promise<boolean> =>
  ask(address, 'PING').then(
    (answer) => answer.endsWith('+PONG\r\n'),
    () => false,
  );

/** Sends one command in the protocol's inline form, and resolves with what is answered until both answers are there or the connection ends. */
async function ask({ port, password }: Address, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setTimeout(answerMs, () => socket.destroy(new Error('No answer in time')));
  socket.write(`AUTH ${password}\r\n${command}\r\n`);
  let answer = '';
  try {
    for await (const chunk of socket) {
      answer += String(chunk);
      if (answer.split('\r\n').length > 2) break;
    }
  } finally {
    socket.destroy();
  }
  return answer;
}
