import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userAgent } from '@open-banking/spec';
import { guardedFetch, guardedPost } from '../src/guarded-fetch.js';
import { outgoingFetch } from '../src/outgoing-fetch.js';

describe('a request that the bank sends', () => {
  const agents: (string | undefined)[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    // As some firewalls do.
    server = createServer((request, response) => {
      agents.push(request.headers['user-agent']);
      response.writeHead(request.headers['user-agent'] === undefined ? 403 : 200).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('names the software and its version as a product token (RFC 9110 §10.1.5)', () => {
    expect(userAgent).toMatch(/^open-banking\/\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  });

  it('has that User-Agent, whoever gave its address, and whatever other headers it has', async () => {
    const guard = { loopback: true };
    expect((await guardedFetch(url, guard)).toString()).toBe('{}');
    expect(await guardedPost(url, { 'content-type': 'application/json' }, Buffer.from('{}'), guard)).toBe(200);
    expect((await outgoingFetch(url)).status).toBe(200);
    expect((await outgoingFetch(url, { headers: { 'User-Agent': 'library/1', accept: 'a/b' } })).status).toBe(200);
    expect((await outgoingFetch(new URL(url), { method: 'POST', headers: new Headers({ accept: 'a/b' }), body: 'x' })).status).toBe(200);
    expect(agents).toEqual(Array(5).fill(userAgent));
  });
});
