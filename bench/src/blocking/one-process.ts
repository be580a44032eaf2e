import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heapOfHost } from '@open-banking/sandbox';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { freePorts } from '@open-banking/installation/ports';
import { plan } from '../measured-bank.js';
import { askProgram } from '../programs.js';
import type { MeterAnswer, MeterRequest } from './turn-meter.js';

const program = fileURLToPath(new URL('../../../sandbox/dist/bundle/start.js', import.meta.url));
const meter = new URL('./turn-meter.js', import.meta.url).href;

/** A bank that `npm start` runs in one process, with a meter of its turns. */
export interface OneProcess {
  readonly operator: OperatorFile;
  /** Processor time in milliseconds of the longest turn of the process while `work` is done. */
  longestTurnMs(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the bank in a temporary folder. Its limits admit every request. */
export async function startOneProcess(): Promise<OneProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-blocking-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  const [port] = await freePorts([undefined]);
  const child = fork(program, [], {
    execArgv: [...heapOfHost, '--import', meter],
    env: {
      ...process.env,
      // As build/start.mjs sets it.
      UV_THREADPOOL_SIZE: '8',
      HOME: join(folder, 'home'),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      PLAN_FILE: join(folder, 'plan.json'),
      CUSTOMERS: '20',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  if ((await Promise.race([once(child, 'message'), ended.then(() => undefined)])) === undefined)
    throw new Error(`the bank has not opened; its logs are in ${folder}`);
  const operator = JSON.parse(readFileSync(join(folder, 'home', '.openbank', `${port}.json`), 'utf8')) as OperatorFile;
  const ask = (request: MeterRequest): Promise<MeterAnswer> => askProgram(child, request);
  return {
    operator,
    longestTurnMs: async (work) => {
      await ask({ meter: 'begin' });
      await work();
      return (await ask({ meter: 'end' })).longestTurnMs;
    },
    stop,
  };
}
