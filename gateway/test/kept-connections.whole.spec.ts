import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@open-banking/spec';
import { startGateway } from '../src/gateway.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { KeptConnection } from './kept-connection.js';
import { startProbe } from './probes.js';
import { postRequest } from './raw-request.js';
import { closedByServer } from './slow-client.js';

type Targets = Partial<Record<Service, string[]>>;
const kinds = {
  'the Node gateway': (targets: Targets) => startGateway({ port: 0, targets }),
  ...(hasHaproxy && { HAProxy: startHaproxy }),
};
const stands = await Promise.all(
  Object.entries(kinds).map(async ([name, start]) => {
    const probe = await startProbe('cards');
    const gateway = await start({ cards: [probe.origin] });
    const close = async () => {
      await gateway.close();
      await probe.close();
    };
    return { name, url: gateway.url, seen: probe.seen, close };
  }),
);
const announcedMs = 15_000;

afterAll(() => Promise.all(stands.map(({ close }) => close())));

/** The number of each kind at once. */
const slowClients = 20;

// In one block, as the concurrent tests of a block run together and the blocks one after the other.
describe('an idle connection', () => {
  it.concurrent.each(stands)(
    'may be reused for as long as is announced, and is kept well beyond that ($name)',
    async ({ url }) => {
      const connection = new KeptConnection(url);
      const first = await connection.send('GET /v1.7/cards');
      expect(first).toMatchObject({ status: 200, headers: { 'keep-alive': `timeout=${announcedMs / 1_000}` } });

      await pause(announcedMs + 3_000);
      expect(connection.isOpen).toBe(true);
      expect(await connection.send('GET /v1.7/cards')).toMatchObject({ status: 200 });
      connection.close();
    },
    // The one sleep that is measured: the connection is to outlive it. It is closed twelve seconds later.
    300_000,
  );

  it.concurrent.each(stands)(
    'is closed where nothing is sent on it, or a body a byte at a time; others are answered meanwhile ($name)',
    async ({ url }) => {
      const { hostname, port } = new URL(url);
      const address = { host: hostname, port: Number(port) };
      const body = postRequest({ 'Content-Length': '1000' }, '{');
      const slow = Array.from({ length: slowClients }, () => [closedByServer(address), closedByServer(address, body)]).flat();
      const connection = new KeptConnection(url);
      expect(await connection.send('GET /v1.7/cards')).toMatchObject({ status: 200 });
      connection.close();
      const heard = await Promise.all(slow);
      // Nothing at all, or that the request was too slow.
      expect(heard.filter((bytes) => !/^(HTTP\/1\.1 408 |$)/.test(bytes))).toEqual([]);
      expect(heard.filter((bytes) => bytes !== '').length).toBeGreaterThanOrEqual(slowClients);
    },
    300_000,
  );

  it.concurrent.each(stands)('to a replica that is closing it takes a write, like a read, once ($name)', async ({ url, seen }) => {
    for (const method of ['GET', 'DELETE']) {
      const connection = new KeptConnection(url);
      expect(await connection.send('GET /v1.7/cards', { 'X-Probe-Do': 'close-idle' })).toMatchObject({ status: 200 });
      const requestId = crypto.randomUUID();
      // 405: a probe has no DELETE there.
      expect(await connection.send(`${method} /v1.7/cards`, { 'X-Request-ID': requestId })).toMatchObject({
        status: method === 'GET' ? 200 : 405,
      });
      expect(seen.filter((id) => id === requestId)).toHaveLength(1);
      connection.close();
    }
  });
});
