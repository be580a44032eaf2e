import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { services, type Service } from '@open-banking/spec';
import { trustFiles } from '../ca/trust-files.js';
import { thisBank } from '../demo-bank/iban.js';
import { originOf, type RunningBank } from './addresses.js';
import { root } from './folders.js';
import type { DataFolder } from './data-folder.js';
import { LogFile } from './log-file.js';

export interface ServiceProcess {
  readonly service: Service;
  readonly pid: number;
  stop(): Promise<void>;
  /** Settles when the process is gone; undefined: it was told to. */
  readonly ended: Promise<string | undefined>;
}

// Beyond what a service itself waits for its database (START_PATIENCE_MS).
const startMs = 150_000;
const finishMs = 12_000;

/** V8's compiled code of the modules, kept between starts: a service starts with a quarter less work (2.4 s of ais-pis become 1.9). */
const compileCache = `${root}node_modules/.cache/open-banking/compiled`;

export const programOf = (service: Service): string => `${root}apps/${service}/dist/main.js`;
export const isBuilt = (service: Service): boolean => existsSync(programOf(service));

/** Starts a service as a process of its own and waits until it listens. Its log goes to a file of the data folder, with `echo` to the terminal too. */
export async function startService(
  service: Service,
  bank: RunningBank,
  folder: DataFolder,
  settings: NodeJS.ProcessEnv = {},
  echo = false,
): Promise<ServiceProcess> {
  if (!isBuilt(service)) throw new Error(`${service} is not compiled: npm run compile`);
  // One gateway, one process a service: there is nowhere else to send requests to.
  const env = { DRAIN_MS: '0', NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings, ...environmentOf(service, bank, folder) };
  // Out of the terminal's process group, so that Ctrl-C stops the bank in order. A lost parent ends it, by its channel.
  const child = fork(programOf(service), [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  const log = new LogFile(join(folder.logs, `${service}.log`));
  let said = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    log.write(chunk);
  });
  if (echo) child.stdout!.pipe(process.stdout, { end: false });
  createInterface({ input: child.stderr! }).on('line', (line) => {
    log.line(asJson(service, line));
    said = `${said}${messageIn(line)}\n`.slice(-2_000);
  });
  let told = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    void log.close();
    return told
      ? undefined
      : `${service} ended (${signal ?? `exit code ${code}`}). ${said.trim() || `Its log: ${join(folder.logs, `${service}.log`)}`}`;
  });
  const stop = async () => {
    told = true;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), (Number(env.DRAIN_MS) || 0) + finishMs);
    await ended;
    clearTimeout(late);
  };
  const late = setTimeout(() => {
    said += `not listening after ${startMs / 1_000} s`;
    child.kill('SIGKILL');
  }, startMs);
  const early = await Promise.race([once(child, 'message').then(() => undefined), ended]).finally(() => {
    clearTimeout(late);
  });
  if (early !== undefined) throw new Error(early);
  return { service, pid: child.pid!, stop, ended };
}

/** A line of a service is JSON. What Node or PostgreSQL's driver says before there is a log becomes it. */
const asJson = (service: Service, line: string): string =>
  parsed(line) ? line : JSON.stringify({ level: 50, time: new Date(), service, message: line });

/** For the terminal: what a line says. */
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

function environmentOf(service: Service, bank: RunningBank, folder: DataFolder): NodeJS.ProcessEnv {
  const { port, internalPort } = bank.services[service];
  const { anchors, revoked, blocked } = trustFiles(folder.ca);
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: String(internalPort),
    BASE_URL: bank.baseUrl,
    DATABASE_URL: bank.databases[service],
    KEYS_DIR: folder.keys,
    HIGH_WATER_DIR: folder.highWater,
    SANDBOX: '1',
    BANK_CODES: `IL${thisBank.code},DE${thisBank.euroCode}`,
    TRUSTED_PROXIES: '127.0.0.1',
    CLIENT_CERT_PROXIES: '127.0.0.1',
    PROFILE: bank.profile,
    TLS_BASE_URL: bank.tlsBaseUrl ?? '',
    TRUST_ANCHORS_FILE: anchors,
    REVOCATION_LIST_FILES: revoked,
    BLOCKED_CERTIFICATES_FILE: blocked,
    ...Object.fromEntries(
      services.map((other) => [`${other.toUpperCase().replaceAll('-', '_')}_INTERNAL_URL`, originOf(bank.services[other].internalPort)]),
    ),
  };
}
