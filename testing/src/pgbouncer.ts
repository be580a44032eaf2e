import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@open-banking/installation/ports';

/** 1.21 is the first with prepared statements in transaction mode. */
const minMinor = 21;
const installed = /PgBouncer 1\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];

/** Declares tests that need PgBouncer, which is no npm package. Where the machine has none, one line says what is not tested. */
export function describeWithPgBouncer(name: string, tests: () => void): void {
  if (Number(installed) >= minMinor) return describe(name, tests);
  describe(name, () => {
    it(`is not tested here: PgBouncer 1.${minMinor} or newer is not installed`, () => {
      process.stderr.write(`${name}: not tested, PgBouncer 1.${minMinor} or newer is not installed\n`);
    });
  });
}

/** PgBouncer in transaction mode in front of a server: so many connections a database and role, and prepared statements on each. */
export async function startPgBouncer(
  serverUrl: string,
  roles: Readonly<Record<string, string>>,
  poolSize: number,
  preparedStatements = 200,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const [port] = await freePorts([undefined]);
  const server = new URL(serverUrl);
  const users = Object.entries(roles).map(([role, password]) => `"${role}" "${password}"\n`);
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    `max_prepared_statements = ${preparedStatements}`,
    `default_pool_size = ${poolSize}`,
    // It does not run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ];
  writeFileSync(join(folder, 'users.txt'), users.join(''));
  writeFileSync(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  for (const path of [folder, join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]) chmodSync(path, 0o755);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  await new Promise<void>((ready, failed) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) ready();
    });
    child.once('close', () => {
      failed(new Error(`PgBouncer does not start: ${said}`));
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
