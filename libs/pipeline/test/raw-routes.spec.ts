import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beginRequest } from '@open-banking/http';
import { noPlan, RateLimitsService, plannedThrottlers, MemoryWindowStorage } from '@open-banking/limits';
import { customerPages, everyService, limits, signInStep, type Operation } from '@open-banking/spec';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limitRawRoutes } from '../src/raw-routes.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const row = customerPages.showCustomer as Operation;
const perSecond = limits.page.second!;
const signInsPerSecond = limits[signInStep.limits].second!;
const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.code(204).send();

/** Sources of services and libraries that charge a limit themselves, with the number of places. */
function chargesBySource(): Record<string, number> {
  const charges = ['apps', 'libs', 'cli', 'gateway'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .map((path) => join(top, path))
      .filter((path) => /\/src\/.*(?<!\.d)\.ts$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => [path, [...readFileSync(join(root, path), 'utf8').matchAll(/\blimits\.charge\(/g)].length] as const),
  );
  return Object.fromEntries(charges.filter(([, count]) => count > 0));
}

describe('a raw route', () => {
  let server: FastifyInstance;
  beforeEach(() => {
    server = Fastify();
    server.addHook('onRequest', (request, _reply, done) => {
      request.bank = beginRequest(request);
      done();
    });
    limitRawRoutes(server, new RateLimitsService(plannedThrottlers(noPlan), new MemoryWindowStorage()));
  });
  afterEach(() => server.close());

  it('without an operation keeps the service from starting, and the message names the route; one with an operation is registered', () => {
    expect(() => server.route({ method: 'GET', url: '/forgotten', handler })).toThrow(
      'GET /forgotten is registered without an operation of the table, so nothing limits it',
    );
    server.route({ method: 'GET', url: '/customer', config: { operation: row }, handler });
  });

  it('in a scope of its own is checked too', async () => {
    await expect(
      server.register(async (scope) => {
        scope.route({ method: 'POST', url: '/forgotten', handler });
      }),
    ).rejects.toThrow('POST /forgotten is registered without an operation');
  });

  it('with an operation that has no limits keeps the service from starting', () => {
    const operation = everyService.readLiveness as Operation;
    expect(() => server.route({ method: 'GET', url: operation.path, config: { operation }, handler })).toThrow(
      'GET /health/live is registered as readLiveness, which has no limits in the table',
    );
  });

  it('is charged to its address before its handler runs, and is refused with the headers where the limit is used up', async () => {
    let handled = 0;
    server.route({ method: 'GET', url: '/customer', config: { operation: row }, handler: (_, reply) => reply.code(204).send(++handled) });
    const ask = (remoteAddress: string) => server.inject({ url: '/customer', remoteAddress });
    let refused = await ask('192.0.2.1');
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': expect.stringContaining(`"second";q=${perSecond}`) });
    // The second may end on the way.
    for (let sent = 1; refused.statusCode !== 429 && sent < 4 * perSecond; sent += 1) refused = await ask('192.0.2.1');
    expect({ status: refused.statusCode, left: refused.headers['ratelimit'] }).toEqual({
      status: 429,
      left: expect.stringContaining('"second";r=0'),
    });
    const before = handled;
    expect((await ask('192.0.2.2')).statusCode).toBe(204);
    expect(handled).toBe(before + 1);
  });

  it('is charged as a sign-in besides, where its body is one', async () => {
    const config = { operation: row, signsIn: (body: unknown) => body === 'sign-in' };
    server.route({ method: 'POST', url: '/customer', config, handler });
    const post = (payload: string) =>
      server.inject({ method: 'POST', url: '/customer', payload, headers: { 'content-type': 'text/plain' }, remoteAddress: '192.0.2.3' });
    const shown = async (payload: string): Promise<unknown> => (await post(payload)).headers['ratelimit-policy'];
    expect(await shown('sign-in')).toContain(`"second";q=${signInsPerSecond}`);
    expect(await shown('anything else')).toContain(`"second";q=${perSecond}`);
  });

  it('that is charged by its handler is not charged before', async () => {
    server.route({ method: 'GET', url: '/customer', config: { operation: row, isChargedByHandler: true }, handler });
    expect((await server.inject('/customer')).headers).not.toHaveProperty('ratelimit');
  });

  it('is charged in one place; what is charged elsewhere is known there first', () => {
    expect(chargesBySource()).toEqual({
      // All raw routes, and the sign-in among their steps.
      'libs/pipeline/src/raw-routes.ts': 2,
      // Operations: to the client of the token.
      'libs/pipeline/src/rate-limit.guard.ts': 1,
      // Without a valid token or key to the address; a suspended client's to the client.
      'libs/pipeline/src/authenticate.guard.ts': 3,
      // Token endpoints: to the client once it has proved who it is.
      'libs/issuer/src/issuer/limited-provider.ts': 1,
      // A pushed request that creates a consent or payment, as the operation that creates one.
      'libs/issuer/src/issuer/rich-requests.ts': 1,
      // Unsigned answers of the bank's app: all signed ones come from few addresses.
      'libs/issuer/src/interaction/app-answer-routes.ts': 1,
    });
  });
});
