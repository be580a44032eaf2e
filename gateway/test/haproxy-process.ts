import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@open-banking/spec';
import { haproxyConfig, haproxyMap } from '../src/haproxy.js';
import type { TlsListener } from '../src/tls.js';

/** HAProxy is not an npm package: its sweep runs if the machine has it, and in docker/check.mjs. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** The first `count` lines of a gateway's log that contain `text`. A line may come after its response: HAProxy ended before does not write it. */
export async function logLines(gateway: { said(): string }, text: string, count: number): Promise<Record<string, unknown>[]> {
  for (;;) {
    const lines = gateway.said().split('\n').slice(0, -1);
    const found = lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as Record<string, unknown>);
    if (found.length >= count) return found;
    await pause(20);
  }
}

/** The generated configuration with servers on loopback instead of in containers. */
export async function startHaproxy(
  targets: Partial<Record<Service, readonly string[]>>,
  tls?: Omit<TlsListener, 'port'>,
  portalHost = '',
  environment: NodeJS.ProcessEnv = {},
): Promise<{ url: string; tlsPort: number; metricsUrl: string; said(): string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'));
  const [port, tlsPort, health, metrics] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const files = { certificate: join(folder, 'server.pem'), authority: join(folder, 'clients.pem') };
  if (tls)
    await Promise.all([writeFile(files.certificate, tls.certificate + tls.privateKey), writeFile(files.authority, tls.clientAuthority)]);
  const map = join(folder, 'routes.map');
  await writeFile(map, haproxyMap());
  await writeFile(
    join(folder, 'haproxy.cfg'),
    haproxyConfig({
      bind: `127.0.0.1:${port}`,
      ...(tls && { tls: { bind: `127.0.0.1:${tlsPort}`, ...files } }),
      health: `127.0.0.1:${health}`,
      metrics: `127.0.0.1:${metrics}`,
      map,
      portalHost,
      resolvers: [],
      servers: (service) => (targets[service] ?? []).map((origin, at) => `server replica${at + 1} ${new URL(origin).host}`),
    }),
  );
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let logged = '';
  child.stdout.on('data', (data: Buffer) => {
    logged += data.toString();
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  while (!(await canConnect(port))) if (child.exitCode !== null) throw new Error(`haproxy ended: ${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    tlsPort,
    metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    said: () => logged,
    close: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
      await rm(folder, { recursive: true });
    },
  };
}
