import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer as createHttpServer, request as httpRequest, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as secureConnect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { bounds } from '../src/bounds.js';
import { Authority } from './authority.js';
import { read, sum } from './published-metrics.js';
import { hasHaproxy, logLines, startHaproxy } from './haproxy-process.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const [ca, lookalike] = [await Authority.open('Own'), await Authority.open('Own')];
const [server, bad] = [await ca.issue('bank', 'serverAuth'), await lookalike.issue('tpp', 'clientAuth')];
const ended = (socket: ReturnType<typeof connect>) =>
  new Promise<void>((resolve) => {
    socket
      .on('error', () => undefined)
      .once('close', () => {
        resolve();
      })
      .resume();
  });

/** A certificate with the CA's name but not its signature, an invalid handshake, and an aborted one. */
async function badClients(tlsPort: number): Promise<void> {
  const shown = secureConnect({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false, cert: bad.certificate, key: bad.privateKey });
  shown.end('GET /nothing HTTP/1.1\r\nHost: bank\r\nConnection: close\r\n\r\n');
  await ended(shown);
  const noise = connect(tlsPort, '127.0.0.1');
  noise.end('GET / HTTP/1.1\r\n\r\n');
  await ended(noise);
  const old = secureConnect({
    port: tlsPort,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  await ended(old);
}

const asJson = (said: string): Readonly<Record<string, unknown>>[] =>
  said
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

describe("the Node gateway's log", () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-log-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function started(settings: NodeJS.ProcessEnv): { child: ChildProcess; said(): string; ended: Promise<unknown> } {
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    return { child, said: () => text, ended: once(child, 'close') };
  }

  it('is JSON in every line, also for a client with a bad certificate, and contains no stack traces', async () => {
    const files = { TLS_CERTIFICATE_FILE: server.certificate, TLS_KEY_FILE: server.privateKey, TLS_CLIENT_CA_FILE: ca.certificate };
    const paths = Object.fromEntries(
      Object.entries(files).map(([name, content]) => {
        writeFileSync(join(folder, name), content);
        return [name, join(folder, name)];
      }),
    );
    const gateway = started({ PORT: '0', TLS_PORT: '0', CARDS_URL: 'http://127.0.0.1:1', ...paths });
    await once(gateway.child.stdout!, 'data');
    const { url, tlsPort } = JSON.parse(gateway.said()) as { url: string; tlsPort: number };
    await badClients(tlsPort);
    expect((await fetch(`${url}/v1.7/cards`)).status).toBe(503);
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    const lines = asJson(gateway.said());
    expect(lines[0]).toMatchObject({ message: 'gateway listens' });
    expect(lines.slice(1).map(({ level, message }) => [level, message])).toEqual([
      ...lines.slice(2).map(() => ['info', 'request']),
      ['error', 'request'],
    ]);
    expect(lines.at(-1)).toMatchObject({ status: 503, source: 'gateway', requestId: expect.any(String) as string });
    expect(gateway.said()).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('warns of settings that have no effect, and of none that have one', async () => {
    const warned = async (settings: NodeJS.ProcessEnv): Promise<unknown[]> => {
      const gateway = started({ PORT: '0', CARDS_URL: 'http://127.0.0.1:1', ...settings });
      while (!gateway.said().includes('gateway listens')) await once(gateway.child.stdout!, 'data');
      gateway.child.kill('SIGTERM');
      await gateway.ended;
      return asJson(gateway.said()).flatMap(({ level, detail }) => (level === 'warn' ? [detail] : []));
    };
    expect(await warned({ METRICS_HOST: '127.0.0.2', CARDS_ULR: 'http://127.0.0.1:1' })).toEqual([
      'METRICS_HOST is set without METRICS_PORT: it has no effect',
      'CARDS_ULR is not a setting, and is not used: is CARDS_URL meant?',
    ]);
    expect(await warned({ METRICS_HOST: '127.0.0.2', METRICS_PORT: '0' })).toEqual([]);
  });

  it.each([
    [{ PORT: 'x', CARDS_URL: 'http://127.0.0.1:1' }, /^PORT must be a whole number from 0 to 65535: /],
    [{ PORT: '0', CARDS_URL: 'cards' }, /^CARDS_URL must be origins such as .*, not "cards": /],
    [
      { PORT: '0', TLS_PORT: '0', TLS_CERTIFICATE_FILE: '/nowhere', CARDS_URL: 'http://127.0.0.1:1' },
      /^TLS_CERTIFICATE_FILE names a file that cannot be read: \/nowhere\n/,
    ],
  ])('reports in one line why it cannot start with %j', async (settings, detail) => {
    const gateway = started(settings);
    await gateway.ended;
    expect(asJson(gateway.said())).toEqual([
      expect.objectContaining({
        level: 'fatal',
        service: 'gateway',
        message: 'cannot start',
        detail: expect.stringMatching(detail) as string,
      }),
    ]);
  });
});

// Runs only if HAProxy is installed. npm run check -- compose tests the container.
if (hasHaproxy) {
  it('HAProxy logs a line of JSON for a client with a bad certificate', async () => {
    const haproxy = await startHaproxy({ cards: [] }, { ...server, clientAuthority: ca.certificate });
    await badClients(haproxy.tlsPort);
    const lines = await logLines(haproxy, 'connection failed', 1);
    await haproxy.close();
    expect(lines).toContainEqual(expect.objectContaining({ message: 'connection failed', tls: expect.any(String) as string }));
  });

  it('HAProxy refuses at once what would wait in vain, and logs few of these refusals; the metrics count all', async () => {
    const held: ServerResponse[] = [];
    const replica = createHttpServer((request, response) => {
      if (request.url === '/health/ready') response.end();
      else held.push(response);
    }).listen(0, '127.0.0.1');
    await once(replica, 'listening');
    const haproxy = await startHaproxy({ cards: [`http://127.0.0.1:${(replica.address() as AddressInfo).port}`] });
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<number>((resolve, reject) => {
        httpRequest(`${haproxy.url}/v1.7/cards`, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode!));
        })
          .once('error', reject)
          .end();
      });
    const queued = () => read(haproxy.metricsUrl).then((text) => sum(text, 'haproxy_backend_current_queue', 'proxy="cards"'));
    const room = async () => bounds.inFlight + bounds.waiting - held.length - (await queued());
    // Requests that wait for a second are refused: on a busy machine others take its place.
    const patient: Promise<number>[] = [];
    for (let free = await room(); free > 0; free = await room()) {
      patient.push(...Array.from({ length: free }, ask));
      await pause(50);
    }
    const refused = await Promise.all(Array.from({ length: 400 }, ask));
    expect(new Set(refused)).toEqual(new Set([503]));
    while (held.length > 0 || (await queued()) > 0) {
      for (const response of held.splice(0)) response.end('{}');
      await pause(5);
    }
    const answered = (await Promise.all(patient)).filter((status) => status === 200).length;
    const lines = await logLines(haproxy, '"status":200', answered);
    expect(lines).toHaveLength(answered);
    expect(answered).toBeGreaterThanOrEqual(bounds.inFlight);
    expect(
      sum(await read(haproxy.metricsUrl), 'haproxy_backend_http_responses_total', 'proxy="cards"', 'code="5xx"'),
    ).toBeGreaterThanOrEqual(400);
    agent.destroy();
    await haproxy.close();
    replica.close();
    // One in a hundred of 400, by chance, and those that waited for a second in places that had become free meanwhile.
    expect((await logLines(haproxy, '"status":503', 0)).length - (patient.length - answered)).toBeLessThan(300);
  });
}
