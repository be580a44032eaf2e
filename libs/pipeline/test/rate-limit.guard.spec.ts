import {
  Catch,
  Controller,
  Module,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { beginRequest, render, Serves } from '@open-banking/http';
import { everyService, aisPis, cards, loanServices, type Operation } from '@open-banking/spec';
import { MemoryWindowStorage, RateLimitsModule } from '@open-banking/limits';
import { RateLimitGuard } from '../src/rate-limit.guard.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';

const answers = Type.Object({ ok: Type.Boolean() });
const ok = { ok: true };

@Controller()
class Bank {
  @Serves(cards.readCard, { description: 'What this test asks for.', answers }) readCard() {
    return ok;
  }
  @Serves(cards.listCards, { description: 'What this test asks for.', answers }) listCards() {
    return ok;
  }
  @Serves(loanServices.simulateMortgage, { description: 'What this test asks for.', answers, status: 200 }) simulate() {
    return ok;
  }
  @Serves(loanServices.simulateMortgageV1, { description: 'What this test asks for.', answers, status: 200 }) simulateV1() {
    return ok;
  }
  @Serves(aisPis.readConsentsMetadata, { description: 'What this test asks for.', answers }) metadata() {
    return ok;
  }
  @Serves(everyService.readLiveness as unknown as Operation, { description: 'What this test asks for.', answers }) live() {
    return ok;
  }
}

/** Replaces authentication: the token is the client's name. */
class NamingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { bank, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    bank.clientId = headers.authorization?.replace('Bearer ', '');
    return true;
  }
}

@Catch()
class Errors implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const { status, headers, body } = render(error);
    void host.switchToHttp().getResponse<FastifyReply>().code(status).headers(headers).send(body);
  }
}

const midnight = 1_800_057_600;
let now = midnight;
let app: NestFastifyApplication;
let base: string;

beforeEach(async () => {
  now = midnight;
  @Module({
    imports: [RateLimitsModule.forRoot({ storage: new MemoryWindowStorage(() => now) })],
    controllers: [Bank],
    providers: [
      { provide: APP_GUARD, useClass: NamingGuard },
      { provide: APP_GUARD, useClass: RateLimitGuard },
      { provide: APP_FILTER, useClass: Errors },
    ],
  })
  class Root {}
  app = await NestFactory.create<NestFastifyApplication>(Root, new FastifyAdapter({ trustProxy: ['127.0.0.1'] }), { logger: false });
  const server = app.getHttpAdapter().getInstance();
  server.decorateRequest('bank', null as never);
  server.addHook('onRequest', (request, _, done) => {
    request.bank = beginRequest(request);
    done();
  });
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
});
afterEach(() => app.close());

const call = (operation: { method: string; path: string }, { client = 'one', from = '192.0.2.1' } = {}): Promise<Response> =>
  fetch(`${base}${operation.path.replace(/\{.*?\}/g, 'x')}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${client}`, 'x-forwarded-for': from },
  });
const calls = async (count: number, ...of: Parameters<typeof call>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => call(...of)))).map(({ status }) => status);
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length;

describe('A request of a known client', () => {
  it('gets the limits and the remaining quota', async () => {
    now += 42;
    const { status, headers } = await call(cards.readCard);
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe('"second";q=25;w=1, "minute";q=1000;w=60, "day";q=50000;w=86400');
    expect(headers.get('ratelimit')).toBe('"second";r=24;t=1, "minute";r=999;t=18, "day";r=49999;t=86358');
    expect(headers.has('retry-after')).toBe(false);
  });

  it('passes N times of M concurrent attempts, and refusals are not charged', async () => {
    expect(count(await calls(60, cards.readCard), 200)).toBe(25);
    now += 1;
    expect((await call(cards.readCard)).headers.get('ratelimit')).toBe('"second";r=24;t=1, "minute";r=974;t=59, "day";r=49974;t=86399');
  });

  it('is refused with the exceeded window, the time until it resets, and the same headers', async () => {
    await calls(100, loanServices.simulateMortgage);
    now += 600;
    const refused = await call(loanServices.simulateMortgage);
    expect(refused.status).toBe(429);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'ratelimit-policy': '"hour";q=100;w=3600',
      ratelimit: '"hour";r=0;t=3000',
      'retry-after': '3000',
    });
    expect(await refused.json()).toEqual({
      tppMessages: [
        {
          category: 'ERROR',
          code: 'ACCESS_EXCEEDED',
          text: 'The limit of 100 requests an hour of this operation is used up; it is free again at 2027-01-16T01:00:00Z, in 3000 s.',
          href: '/errors/ACCESS_EXCEEDED',
        },
      ],
    });
    now += 3_000;
    expect((await call(loanServices.simulateMortgage)).status).toBe(200);
  });

  it('gets a Retry-After for the longest exceeded window', async () => {
    for (let second = 0; second < 40; second++, now++) await calls(25, cards.readCard);
    now -= 1;
    const refused = await call(cards.readCard);
    expect(refused.headers.get('ratelimit')).toMatch(/^"second";r=0;t=1, "minute";r=0;t=21, /);
    expect(refused.headers.get('retry-after')).toBe('21');
  });

  it('does not affect other clients or operations; the two paths of the simulation are separate', async () => {
    await calls(100, loanServices.simulateMortgage);
    expect((await call(loanServices.simulateMortgage)).status).toBe(429);
    expect((await call(loanServices.simulateMortgageV1)).status).toBe(200);
    expect((await call(loanServices.simulateMortgage, { client: 'two' })).status).toBe(200);
  });

  it('is charged to the same client from any address', async () => {
    await calls(25, cards.listCards);
    expect((await call(cards.listCards, { from: '198.51.100.9' })).status).toBe(429);
  });
});

describe('A request that needs no client', () => {
  it('is charged to its address, whatever token it presents', async () => {
    await calls(10, aisPis.readConsentsMetadata);
    expect((await call(aisPis.readConsentsMetadata, { client: 'two' })).status).toBe(429);
    expect((await call(aisPis.readConsentsMetadata, { from: '198.51.100.9' })).status).toBe(200);
  });

  it('shares its limit with the rest of its IPv6 network', async () => {
    await calls(10, aisPis.readConsentsMetadata, { from: '2001:db8:1:2::1' });
    expect((await call(aisPis.readConsentsMetadata, { from: '2001:db8:1:2:ffff::9' })).status).toBe(429);
    expect((await call(aisPis.readConsentsMetadata, { from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('passes without limits and header fields if its row says so', async () => {
    const statuses = await calls(100, everyService.readLiveness as unknown as Operation);
    expect(count(statuses, 200)).toBe(100);
    expect((await call(everyService.readLiveness as unknown as Operation)).headers.has('ratelimit')).toBe(false);
  });
});

it('A request for an operation with a token is refused without a known client', async () => {
  const { status } = await fetch(`${base}/v1.7/cards`);
  expect(status).toBe(500);
});
