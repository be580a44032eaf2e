import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { responseHeaders } from '@open-banking/http/response-headers';
import { operations, services } from '@open-banking/spec';
import { page, pageHeaders, portalPages, unknownPage } from '../src/page.js';
import { encodedForms } from '@open-banking/testing/sweep';
import { codeIn, gatewayKinds, type Targets } from './gateway-kinds.js';
import { sweep } from './gateway-sweep.js';
import { hear } from './raw-request.js';
import { startProbe, type Health, type Probe } from './probes.js';

const ask = (line: string, requestId: string, more = '') => `${line} HTTP/1.1\r\nHost: bank\r\nX-Request-ID: ${requestId}\r\n${more}\r\n`;

// Started before the tests are declared, because the slow ones (a body sent byte by byte) run concurrently.
const stands = await Promise.all(
  Object.entries(gatewayKinds).map(async ([name, start]) => {
    const probes: Probe[] = await Promise.all(services.filter((service) => service !== 'securities').map((service) => startProbe(service)));
    const cards = probes.find(({ service }) => service === 'cards')!;
    const [second, gone, nobody] = [await startProbe('cards', cards.seen), await startProbe('mandates'), await startProbe('securities')];
    await Promise.all([gone.close(), nobody.close()]);
    const loans = [probes.find(({ service }) => service === 'savings-loans')!, await startProbe('savings-loans')] as const;
    const all = [...probes, second, loans[1]];
    const targets = Object.fromEntries(
      services.map((service) => [service, all.filter((probe) => probe.service === service).map(({ origin }) => origin)]),
    ) as Targets;
    targets.mandates = [gone.origin, ...targets.mandates];
    targets.securities = [nobody.origin];
    const gateway = await start(targets);
    return {
      name,
      url: gateway.url,
      seen: cards.seen,
      loans,
      close: async () => {
        await gateway.close();
        await Promise.all(all.map((probe) => probe.close()));
      },
    };
  }),
);

afterAll(() => Promise.all(stands.map(({ close }) => close())));

/** Each of these with each gateway. */
const withEach = <T extends object>(rows: readonly T[]) =>
  stands.flatMap((stand) => rows.map((row) => ({ gateway: stand.name, stand, ...row })));

// One block for both gateways: the concurrent tests of a block run together, the blocks one after the other.
describe('each gateway', () => {
  it.concurrent.each(withEach(sweep))('$name ($gateway)', ({ stand, run }) => run({ url: stand.url, probes: true }));

  it.concurrent.each(withEach(operations.filter(({ service }) => service !== 'securities')))(
    'routes $method $path to its service, with unreserved characters encoded too, and hands it on as it was sent ($gateway)',
    async ({ stand, method, path, service }) => {
      for (const target of [path, ...encodedForms(path)].map((spelled) => spelled.replaceAll(/\{[^}]+\}/g, '1'))) {
        const heard = await hear(stand, ask(`${method} ${target}`, crypto.randomUUID(), 'Content-Length: 0\r\n'));
        expect(JSON.parse(heard!.body)).toMatchObject({ service, method, target });
      }
    },
  );

  it.concurrent.each(stands)(
    "routes issuer paths, both metadata paths, maintenance and the customer's pages to their services ($name)",
    async (stand) => {
      for (const [target, service] of [
        ['/v1.7/oauth/consents/token', 'ais-pis'],
        ['/v2/oauth/mandates/cancellation/interaction/x', 'mandates'],
        ['/customer', 'ais-pis'],
        ['/maintenance-windows', 'ais-pis'],
        ['/customer/consents', 'ais-pis'],
        ['/.well-known/oauth-authorization-server/v1.7/oauth/payments', 'ais-pis'],
        ['/.well-known/oauth-authorization-server/v2/oauth/mandates/cancellation', 'mandates'],
      ]) {
        const heard = await hear(stand, ask(`GET ${target}`, crypto.randomUUID()));
        expect(JSON.parse(heard!.body)).toMatchObject({ service, target });
      }
    },
  );

  // A gateway that waited as long as for a service that is silent would answer 504.
  it.concurrent.each(stands)('answers 503 with Retry-After for a service that is down, and does not wait for it ($name)', async (stand) => {
    for (const line of ['GET /v1.0/securities-accounts', 'GET /v1%2E0/securit%69es%2Daccounts', 'DELETE /v1.0/securities-accounts/1']) {
      const heard = await hear(stand, ask(line, crypto.randomUUID()));
      expect(heard).toMatchObject({
        status: 503,
        headers: { ...responseHeaders, 'retry-after': expect.stringMatching(/^\d+$/) as string, 'content-type': 'application/json' },
      });
      expect(codeIn(heard!.body)).toBe('SERVICE_UNAVAILABLE');
    }
  });

  it.concurrent.each(stands)('loses no read or write when a replica is gone ($name)', async (stand) => {
    const lines = Array.from({ length: 40 }, (_, at) => (at % 2 ? 'GET /v2/mandates/1' : 'DELETE /v2/mandates/1'));
    const heard = await Promise.all(lines.map((line) => hear(stand, ask(line, crypto.randomUUID()))));
    expect(heard.map((one) => one?.status)).toEqual(lines.map(() => 200));
  });

  it.concurrent.each(stands)('retries a read that its replica dropped ($name)', async (stand) => {
    const requestId = crypto.randomUUID();
    expect(await hear(stand, ask('GET /v1.7/cards', requestId, 'X-Probe-Do: drop-once\r\n'))).toMatchObject({ status: 200 });
    expect(stand.seen.filter((one) => one === requestId)).toHaveLength(2);
  });

  it.concurrent.each(stands)('never sends a write twice: a write that may have arrived is answered 503 ($name)', async (stand) => {
    const requestId = crypto.randomUUID();
    const heard = await hear(stand, ask('POST /v1.7/cards', requestId, 'X-Probe-Do: drop-once\r\nContent-Length: 0\r\n'));
    expect(heard).toMatchObject({
      status: 503,
      headers: { ...responseHeaders, 'retry-after': expect.any(String) as string, 'x-request-id': requestId },
    });
    expect(stand.seen.filter((one) => one === requestId)).toHaveLength(1);
  });

  it.concurrent.each(stands)(
    'skips a replica that is not ready, but keeps using replicas if none is ready or all answer 503 by design ($name)',
    async (stand) => {
      const {
        loans: [one, other],
      } = stand;
      const ask20 = async (more = '') =>
        Promise.all(
          Array.from({ length: 20 }, async () => {
            const heard = await hear(stand, ask('GET /v1.5/savings', crypto.randomUUID(), more));
            return { status: heard!.status, port: heard!.status === 200 ? (JSON.parse(heard!.body) as { port: number }).port : undefined };
          }),
        );
      const checked = async (health: Health) => {
        for (const before = health.asked; health.asked < before + 4;) await once(health.questions, 'asked');
      };
      const ports = async () => [...new Set((await ask20()).map(({ status, port }) => `${status} ${port}`))].sort();
      /** A replica that is asked for its health while the machine stands still is taken for one that is not ready, until it is asked again. */
      const eventually = async (expected: readonly string[]) => {
        while ((await ports()).join() !== expected.join()) await pause(100);
      };
      const both = [one, other].map(({ port }) => `200 ${port}`).sort();

      for (let round = 0; round < 3; round += 1)
        expect((await ask20('X-Probe-Do: refuse\r\n')).every(({ status }) => status === 503)).toBe(true);
      await eventually(both);

      one.health.ready = false;
      await checked(one.health);
      await eventually([`200 ${other.port}`]);

      other.health.ready = false;
      await checked(other.health);
      await eventually(both);

      one.health.ready = true;
      await checked(one.health);
      await eventually([`200 ${one.port}`]);
      expect(await ports()).toEqual([`200 ${one.port}`]);
    },
  );

  it.concurrent.each(stands)(
    'tells a browser on a page in both languages that the outcome is unknown; API clients get JSON ($name)',
    async (stand) => {
      const html = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n';
      const [away, silent] = await Promise.all([
        hear(stand, ask('GET /v1.0/securities-accounts', crypto.randomUUID(), html)),
        hear(stand, ask('POST /v1.7/cards', crypto.randomUUID(), `X-Probe-Do: hang\r\nContent-Length: 0\r\n${html}`)),
      ]);
      for (const [heard, status] of [
        [away, 503],
        [silent, 504],
      ] as const) {
        const body = Buffer.from(heard!.body, 'latin1').toString('utf8');
        expect(heard).toMatchObject({
          status,
          headers: { ...pageHeaders, 'retry-after': '2', 'x-request-id': expect.any(String) as string },
        });
        expect(heard!.headers).not.toHaveProperty('x-own-answer');
        expect(body).toBe(page);
        for (const said of [
          'we cannot say yet whether it was done',
          'עדיין לא ידוע אם הדבר נעשה',
          'لا يمكننا أن نقول بعد هل نُفّذ',
          'href="/customer"',
        ])
          expect(body).toContain(said);
      }
      const refused = await hear(stand, ask('GET /v1.7/cards', crypto.randomUUID(), `X-Probe-Do: refuse\r\n${html}`));
      expect([refused!.status, refused!.headers['content-type']]).toEqual([503, undefined]);
      expect(codeIn((await hear(stand, ask('GET /v1.0/securities-accounts', crypto.randomUUID(), 'Accept: */*\r\n')))!.body)).toBe(
        'SERVICE_UNAVAILABLE',
      );
    },
  );

  it.concurrent.each(stands)(
    'shows a developer a page of the portal, with its navigation, where it answers in the place of the portal; software gets JSON ($name)',
    async (stand) => {
      const html = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n';
      const silent = 'X-Probe-Do: hang\r\nContent-Length: 0\r\n';
      const large = `Content-Length: ${64 * 1024 + 1}\r\n`;
      const body = async (line: string, more: string) => {
        const heard = await hear(stand, ask(line, crypto.randomUUID(), more));
        return { ...heard!, text: Buffer.from(heard!.body, 'latin1').toString('utf8') };
      };
      for (const [line, more, status] of [
        ['POST /developer/scenarios', silent + html, 504],
        ['GET /reference/createPayment', silent + html, 504],
        ['POST /developer', `X-Probe-Do: drop-once\r\nContent-Length: 0\r\n${html}`, 503],
        ['POST /developer/clients/1/logo', large + html, 413],
      ] as const) {
        const shown = await body(line, more);
        expect([line, shown.status, shown.text]).toEqual([line, status, portalPages[status]]);
        expect(shown.headers).toMatchObject({ ...pageHeaders, 'x-request-id': expect.any(String) as string });
        expect(shown.headers).not.toHaveProperty('x-own-answer');
        for (const part of ['href="/developer"', 'href="/developer/requests"', 'href="/reference"']) expect(shown.text).toContain(part);
        expect(shown.text).not.toContain('/customer');
      }
      expect(portalPages[504]).toContain('what it asked for may have happened');
      for (const [line, more, status] of [
        ['POST /developer/scenarios', `${silent}Accept: */*\r\n`, 504],
        ['POST /developer/clients/1/logo', `${large}Accept: */*\r\n`, 413],
        ['POST /receiver/1', `${large}${html}`, 413],
        ['POST /sandbox/customers/1/resets', `${large}${html}`, 413],
      ] as const) {
        const answered = await body(line, more);
        expect([line, answered.status, answered.headers['content-type']]).toEqual([line, status, 'application/json']);
        expect(codeIn(answered.body)).toBe(status === 413 ? 'FORMAT_ERROR' : 'SERVICE_UNAVAILABLE');
      }
      expect((await body('POST /customer', silent + html)).text).toBe(page);
    },
  );

  it.concurrent.each(stands)('shows a browser a page at an address that nothing has; API clients get JSON ($name)', async (stand) => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', 'TEXT/HTML']) {
      const heard = await hear(stand, ask('GET /v1.7/cardz', crypto.randomUUID(), `Accept: ${accept}\r\n`));
      const body = Buffer.from(heard!.body, 'latin1').toString('utf8');
      expect(heard).toMatchObject({ status: 404, headers: { ...pageHeaders, 'x-request-id': expect.any(String) as string } });
      expect(body).toBe(unknownPage());
      for (const said of ['There is no such page', 'אין דף בכתובת זו', 'لا توجد صفحة بهذا العنوان', 'href="/"', 'href="/reference"'])
        expect(body).toContain(said);
    }
    const heard = await hear(stand, ask('GET /v1.7/cardz', crypto.randomUUID(), 'Accept: */*\r\n'));
    expect(heard).toMatchObject({ status: 404, headers: { ...responseHeaders, 'content-type': 'application/json' } });
    expect(codeIn(heard!.body)).toBe('RESOURCE_UNKNOWN');
  });

  it.concurrent.each(stands)('answers 504 for a service that does not respond for five seconds ($name)', async (stand) => {
    const heard = await hear(stand, ask('GET /loans', crypto.randomUUID(), 'X-Probe-Do: hang\r\n'));
    expect(heard).toMatchObject({
      status: 504,
      headers: { ...responseHeaders, 'retry-after': expect.any(String) as string, 'content-type': 'application/json' },
    });
    expect(codeIn(heard!.body)).toBe('SERVICE_UNAVAILABLE');
  });
});
