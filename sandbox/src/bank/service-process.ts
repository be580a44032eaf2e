import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { secretsIn, withoutSecrets } from '@open-banking/config';
import type { Service } from '@open-banking/spec';
import type { RunningBank } from '@open-banking/installation/addresses';
import { root } from '@open-banking/database/migration-folders';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { LogFile } from './log-file.js';
import type { NamedProcess, NamedService } from './restarts.js';
import { drainMsOf, environmentOf, inheritedSettings } from './service-environment.js';

export type RunningService = NamedService<Service>;
export type ServiceProcess = NamedProcess<Service>;

// Longer than a service waits for its database (START_TIMEOUT_MS).
const startMs = 150_000;
const finishMs = 12_000;

/**
 * Where V8 keeps the compiled code of a service between starts. Each program has a folder of its own: Node.js writes a module's entry
 * when the first process that loaded it ends, with the functions that this process has called, and never again. With a folder for all
 * of them the shared modules lack what a service calls (processor time until ais-pis listens: 2.4 s without a cache, 2.3 s with a
 * folder for all, 1.6 s with its own).
 */
export const compileCacheOf = (service: Service): string => `${root}node_modules/.cache/open-banking/compiled/${service}`;

export const programOf = (service: Service): string => `${root}apps/${service}/dist/bundle/main.js`;
export const isBuilt = (service: Service): boolean => existsSync(programOf(service));

/** How a service is started: `echo` is called with each line of its log; `replica` counts from 0; `nodeFlags` are options of Node.js; `program` is its bundle where it is another than the compiled one; `overrides` replace settings that the bank sets itself. */
export interface StartOptions {
  readonly echo?: (line: string) => void;
  readonly replica?: number;
  readonly nodeFlags?: readonly string[] | undefined;
  readonly program?: string | undefined;
  readonly overrides?: NodeJS.ProcessEnv;
}

/** A service whose code is being loaded. It does no more until it is started with what only a bank knows. */
export interface LoadingService<Running extends RunningService = RunningService> {
  /** What the service finds wrong with the settings that it has so far, a line each. Empty where it ends before: `start` throws the reason. */
  readonly faults: Promise<readonly string[]>;
  /** Waits until the service listens. Throws with the reason if it ends before. */
  start(bank: RunningBank): Promise<Running>;
  stop(): Promise<void>;
}

/** Begins to load a service in its own process. Each replica's log goes to its own file in the data folder. */
export function loadService(
  service: Service,
  folder: DataFolder,
  settings: NodeJS.ProcessEnv = {},
  { echo, replica = 0, nodeFlags = [], program, overrides }: StartOptions = {},
): LoadingService<ServiceProcess> {
  if (!isBuilt(service)) throw new Error(`${service} is not compiled: run npm run compile`);
  // In place of what this process has of its own. The compiled code of a bundle that runs until the next edit is not kept.
  const NODE_COMPILE_CACHE = program === undefined ? compileCacheOf(service) : undefined;
  const inherited = inheritedSettings(settings);
  // Detached from the terminal's process group, so that Ctrl-C stops the bank in order. The service ends when the IPC channel to its parent closes.
  const child = fork(program ?? programOf(service), [], {
    env: { ...withoutSecrets(inherited), NODE_COMPILE_CACHE, SETTINGS_OF_PARENT: '1' },
    execArgv: [...nodeFlags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const logFile = join(folder.logs, replica === 0 ? `${service}.log` : `${service}-${replica + 1}.log`);
  const log = keepLog(child, service, logFile, echo);
  let stopRequested = false;
  let drainMs = '0';
  const ended = once(child, 'close').then(([code, signal]) => {
    void log.close();
    return stopRequested
      ? undefined
      : `${service} ended (${signal ?? `exit code ${code}`}). ${log.lastErrors().trim() || `Its log: ${logFile}`}`;
  });
  const stop = async () => {
    stopRequested = true;
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), (Number(drainMs) || 0) + finishMs);
    await ended;
    clearTimeout(killTimer);
  };
  child.send({ environment: secretsIn(inherited) }, () => undefined);
  const faults = Promise.race([reportedFaults(child), ended.then(() => [])]);
  const start = async (bank: RunningBank): Promise<ServiceProcess> => {
    // What it says next is that it listens.
    await faults;
    drainMs = drainMsOf(settings, bank);
    // If it has ended meanwhile, `ended` says why.
    child.send({ environment: { ...environmentOf(service, bank, folder, replica), DRAIN_MS: drainMs, ...overrides } }, () => undefined);
    const killTimer = setTimeout(() => {
      log.noteError(`The service does not listen after ${startMs / 1_000} s.`);
      child.kill('SIGKILL');
    }, startMs);
    const listening = await Promise.race([once(child, 'message') as Promise<[ListeningMessage]>, ended]);
    clearTimeout(killTimer);
    if (!Array.isArray(listening)) throw new Error(listening);
    return { service, pid: child.pid!, settingWarnings: listening[0].settingWarnings, stop, ended };
  };
  return { faults, start, stop };
}

/** The second message of a service. */
interface ListeningMessage {
  readonly settingWarnings: readonly string[];
}

/** The first message of a service. */
const reportedFaults = async (child: ChildProcess): Promise<readonly string[]> => {
  const [{ faults }] = (await once(child, 'message')) as [{ readonly faults: readonly string[] }];
  return faults;
};

/** Starts a service in its own process and waits until it listens. */
export const startService = (
  service: Service,
  bank: RunningBank,
  folder: DataFolder,
  settings?: NodeJS.ProcessEnv,
  options?: StartOptions,
): Promise<ServiceProcess> => loadService(service, folder, settings, options).start(bank);

/** Those last that the others follow, and tell what they have answered until they end. */
const stoppedLast: readonly Service[] = ['ais-pis', 'portal'];

/** Stops the services of a bank. */
export async function stopInOrder(running: readonly RunningService[]): Promise<void> {
  for (const isLast of [false, true])
    await Promise.all(running.filter(({ service }) => stoppedLast.includes(service) === isLast).map((one) => one.stop()));
}

/** Writes what a process says to its log file, and keeps its last errors. */
function keepLog(child: ChildProcess, service: Service, file: string, echo?: (line: string) => void) {
  const log = new LogFile(file);
  let errors = '';
  const noteError = (text: string): void => {
    errors = `${errors}${text}\n`.slice(-2_000);
  };
  child.stdout!.on('data', (chunk: Buffer) => {
    log.write(chunk);
  });
  if (echo) createInterface({ input: child.stdout! }).on('line', echo);
  createInterface({ input: child.stderr! }).on('line', (line) => {
    log.line(toLogLine(service, line));
    noteError(messageIn(line));
  });
  return { noteError, lastErrors: () => errors, close: () => log.close() };
}

/** Log lines are JSON. Text that Node or the PostgreSQL driver prints before the logger exists is wrapped. */
const toLogLine = (service: Service, line: string): string =>
  parsed(line) ? line : JSON.stringify({ level: 'error', time: new Date(), service, message: line });

/** The message of a log line, for the terminal. */
const messageIn = (line: string): string => {
  const { event, message } = parsed(line) ?? { message: line };
  return [event, message].filter(Boolean).join(': ');
};

function parsed(line: string): { event?: string; message?: string } | undefined {
  try {
    return JSON.parse(line) as object;
  } catch {
    return undefined;
  }
}
