import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responseHeaders } from '@open-banking/http/response-headers';
import { until } from '@open-banking/testing';
import { bounds } from '../src/bounds.js';
import { startGateway } from '../src/gateway.js';
import { KeptConnection } from './kept-connection.js';
import { startProbe } from './probes.js';
import { hear } from './raw-request.js';

/** HAProxy's own refusals are in gateway-log.whole.spec.ts: it keeps requests for a second, which the Node gateway does not. */
describe('the Node gateway before a service that is busy', () => {
  const held: ServerResponse[] = [];
  const replica = createServer((request, response) => {
    if (request.url === '/health/ready') response.end();
    else held.push(response);
  });
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let idle: Awaited<ReturnType<typeof startProbe>>;
  const ask = (path: string) => hear(gateway, `GET ${path} HTTP/1.1\r\nHost: bank\r\nX-Request-ID: ${crypto.randomUUID()}\r\n\r\n`);

  beforeAll(async () => {
    await once(replica.listen(0, '127.0.0.1'), 'listening');
    idle = await startProbe('securities');
    const busy = `http://127.0.0.1:${(replica.address() as AddressInfo).port}`;
    gateway = await startGateway({ port: 0, targets: { cards: [busy], securities: [idle.origin] } });
  });
  afterAll(async () => {
    for (const response of held) response.end();
    await gateway.close();
    await idle.close();
    replica.closeAllConnections();
    replica.close();
  });

  it('refuses at once what its replica has no room for, answers for other services, and admits as many as have ended', async () => {
    const admitted = Array.from({ length: bounds.inFlightUnqueued }, () => ask('/v1.7/cards'));
    await until('the replica has as many requests as it may', () => held.length === bounds.inFlightUnqueued);

    expect(await ask('/v1.7/cards')).toMatchObject({
      status: 503,
      headers: { ...responseHeaders, 'retry-after': expect.stringMatching(/^\d+$/) as string },
      body: expect.stringContaining('SERVICE_UNAVAILABLE') as string,
    });
    expect(held.length).toBe(bounds.inFlightUnqueued);
    expect(await ask('/v1.0/securities-accounts')).toMatchObject({ status: 200 });

    held.shift()!.end('{}');
    expect(await Promise.race(admitted)).toMatchObject({ status: 200 });
    const next = ask('/v1.7/cards');
    await until('the next one is with the replica', () => held.length === bounds.inFlightUnqueued);
    for (const response of held.splice(0)) response.end('{}');
    expect(await next).toMatchObject({ status: 200 });
    expect(new Set((await Promise.all(admitted)).map((one) => one?.status))).toEqual(new Set([200]));
  });

  it('has room again when the service has answered clients that have gone meanwhile', async () => {
    for (let round = 0; round < 2; round += 1) {
      const clients = Array.from({ length: bounds.inFlightUnqueued }, () => new KeptConnection(gateway.url));
      const heard = clients.map((client) => client.send('GET /v1.7/cards'));
      await until('the replica has as many requests as it may', () => held.length === bounds.inFlightUnqueued);
      for (const client of clients) client.close();
      await Promise.all(heard);
      // By then the gateway knows that they have gone.
      expect(await ask('/v1.0/securities-accounts')).toMatchObject({ status: 200 });
      for (const response of held.splice(0)) response.end('{}');
    }
    const next = ask('/v1.7/cards');
    await until('the next one is with the replica', () => held.length === 1);
    held.shift()!.end('{}');
    expect(await next).toMatchObject({ status: 200 });
  });
});
