import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { services } from '@open-banking/spec';
import { startGateway } from '../src/gateway.js';
import type { TlsListener } from '../src/tls.js';
import { Authority } from './authority.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { ask, hear, isWhole, open, parse } from './raw-request.js';
import { smuggledIn, triesOf } from './smuggling-tries.js';

/** What a service has read as a request. */
interface Seen {
  readonly method: string;
  readonly target: string;
  readonly requestId: string;
  readonly smuggled: string;
}

/** Stands in for every service, and says what it has read. A lenient one takes what the services' own parser refuses. */
async function startWitness(insecureHTTPParser: boolean): Promise<{ origin: string; seen: Seen[]; close(): void }> {
  const seen: Seen[] = [];
  const server: Server = createServer({ insecureHTTPParser, keepAliveTimeout: 65_000 }, (request, response) => {
    const { method = '', url: target = '', headers } = request;
    if (target === '/health/ready') return void response.end();
    const one = { method, target, requestId: String(headers['x-request-id']), smuggled: String(headers['x-smuggled'] ?? '') };
    seen.push(one);
    request.resume().on('end', () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(one)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

const kinds = {
  'the Node gateway': (targets: Record<string, string[]>, tls: Omit<TlsListener, 'port'>) =>
    startGateway({ port: 0, tls: { port: 0, ...tls }, targets }),
  ...(hasHaproxy && { HAProxy: (targets: Record<string, string[]>, tls: Omit<TlsListener, 'port'>) => startHaproxy(targets, tls) }),
};
const authority = await Authority.open('Own');
const tls = { ...(await authority.issue('bank', 'serverAuth')), clientAuthority: authority.certificate };

/** How long an attacker listens on for a second response. The gateways give up a body after 5 s. */
const listensMs = 12_000;

/** Sends bytes, and hears all that comes back until the gateway closes or has nothing more to say. */
function attack(url: string, bytes: string, first: () => void): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    let asked = false;
    const socket = open(url, () => socket.write(bytes, 'latin1'));
    const end = () => {
      clearTimeout(timer);
      first();
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(end, listensMs);
    socket
      .on('data', (chunk) => {
        heard += chunk.toString('latin1');
        if (!isWhole(parse(heard))) return;
        first();
        // What a gateway reads as a second request is answered before a request that is sent after it.
        if (!asked) socket.write(ask('GET /nothing', { Connection: 'close' }));
        asked = true;
      })
      .on('close', end)
      .on('error', () => undefined);
  });
}

const stands = await Promise.all(
  Object.entries(kinds).flatMap(([kind, start]) =>
    [
      { name: `${kind}, before a service`, lenient: false, secure: false },
      { name: `${kind}, before a lenient service`, lenient: true, secure: false },
      { name: `${kind} over TLS, before a lenient service`, lenient: true, secure: true },
    ].map(async ({ name, lenient, secure }) => {
      const witness = await startWitness(lenient);
      const gateway = await start(Object.fromEntries(services.map((service) => [service, [witness.origin]])), tls);
      const close = async () => {
        await gateway.close();
        witness.close();
      };
      return { name, url: secure ? `https://127.0.0.1:${gateway.tlsPort}` : gateway.url, seen: witness.seen, close };
    }),
  ),
);
afterAll(() => Promise.all(stands.map(({ close }) => close())));

/**
 * Two requests, one behind the other, for a gateway that reads one length and no coding: it hands on both as its own, and answers them to who
 * sent them (or 400, if what stands behind them is none).
 */
const twoRequests = new Set([
  ...['Transfer_Encoding: chunked\r\n', 'Connection: Content-Length\r\n', 'Connection: Content-Length, Transfer-Encoding\r\n']
    // A folded line belongs to the header before it.
    .concat(' Transfer-Encoding: chunked\r\n', 'X: y\r\n Transfer-Encoding: chunked\r\n')
    .map((coding) => `TE.CL ${JSON.stringify(coding)}`),
  ...[
    'Content-Length: 5,5\r\n',
    'Content-Length:\r\n 5\r\n',
    'X: y\nContent-Length: 5\r\n',
    'Content-Length: 5\r\nConnection: Content-Length\r\n',
  ].map((length) => `length ${JSON.stringify(length)}`),
  'CONNECT with more behind it',
  // Without a length the body is empty. Node reads chunks of HTTP/1.0, too, and hands them on with a length.
  'HTTP/1.0 without a length',
  'HTTP/1.0 with chunks',
  'headers over the limit that end with a request',
]);

describe('a request that is hidden in another one', () => {
  const victim = async (url: string): Promise<void> => {
    const requestId = crypto.randomUUID();
    const heard = await hear({ url }, ask('GET /v1.7/cards', { 'X-Request-ID': requestId }));
    expect(JSON.parse(heard?.body ?? '{}')).toEqual({ method: 'GET', target: '/v1.7/cards', requestId, smuggled: '' });
  };
  it.concurrent.each(stands)('is seen by the witness if it is sent openly, or behind another one ($name)', async ({ url, seen }) => {
    const [alone, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await attack(url, smuggledIn(alone), () => undefined);
    const heard = await attack(url, ask('GET /v1.7/accounts') + smuggledIn(second), () => undefined);
    expect(seen.filter(({ smuggled }) => smuggled === alone || smuggled === second)).toHaveLength(2);
    expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it.concurrent.each(stands)(
    "reaches no service unread by the gateway, and takes nobody else's answer ($name)",
    async ({ url, seen }) => {
      const tries = triesOf(() => crypto.randomUUID());
      expect(tries.length).toBeGreaterThan(140);
      expect(new Set(tries.map(({ name }) => name)).size).toBe(tries.length);
      for (let at = 0; at < tries.length; at += 40)
        await Promise.all(
          tries.slice(at, at + 40).map(async ({ bytes }) => {
            let answered!: () => void;
            const first = new Promise<void>((resolve) => (answered = resolve));
            const heard = attack(url, bytes, answered);
            await first;
            // On connections to services that the gateway keeps: one of them had the try.
            await Promise.all([victim(url), victim(url)]);
            await heard;
            await victim(url);
          }),
        );
      const hidden = tries.filter(({ id }) => seen.some(({ smuggled, target }) => smuggled === id || target.includes(id)));
      expect(hidden.map(({ name }) => name).filter((name) => !twoRequests.has(name))).toEqual([]);
    },
    300_000,
  );
});
