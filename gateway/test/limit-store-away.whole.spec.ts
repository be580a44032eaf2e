import { readFileSync } from 'node:fs';
import { exchange, killableBank, type HttpResponse } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import { describeWithValkey, eventually, ValkeyServer } from '@open-banking/testing/valkey';

const slowMs = 300_000;
const metadata = '/v1.7/oauth/consents/.well-known/oauth-authorization-server';
const store = await ValkeyServer.startIfInstalled();

const refusedByStore = (answer: HttpResponse): void => {
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.text).toContain('SERVICE_UNAVAILABLE');
  expect(answer.text).toContain('The bank cannot count this request against its limits at the moment');
};

describeWithValkey('While the store of limits is away', () => {
  const settings = { VALKEY_URL: store?.url ?? '', REPLICAS: '2' };
  const bank = killableBank(['ais-pis', 'cards'], settings);
  const others: AnotherProcess[] = [];
  afterAll(async () => {
    await Promise.all(others.map((other) => other.stop()));
    await store?.stop();
  }, slowMs);

  const origin = (service: 'ais-pis' | 'cards') => `http://127.0.0.1:${bank.facts.internal[service].port}`;
  const metricsOf = async (service: 'ais-pis' | 'cards') =>
    (await exchange(`http://127.0.0.1:${bank.facts.internal[service].internalPort}/metrics`)).text;
  const isUp = async (service: 'ais-pis' | 'cards') => /^openbank_limit_store_up\{.*\} 1$/m.test(await metricsOf(service));
  const bothUp = async () => (await isUp('ais-pis')) && (await isUp('cards'));
  const outages = [
    ['hangs', () => store!.freeze(), () => store!.thaw()],
    ['has died', () => store!.kill(), () => store!.restart()],
  ] as const;
  it.each(outages)(
    'reads get their share, and writes, tokens and unknown callers 503, where it %s; nobody waits until it is back',
    async (_, goAway, comeBack) => {
      const client = await bank.client();
      const caller = (await client.consentedBy(bank.demo, { accounts: bank.resources(bank.demo, 'card') })).at(origin('cards'));
      const writer = (await client.withClientToken('consents', 'AIS')).at(origin('ais-pis'));
      const unknown = { headers: { authorization: 'Bearer unknown' } };
      const token = () => client.requestToken('consents', { grant_type: 'client_credentials' });
      const consent = () => writer.post('/v1.7/consents', {});
      /** As the store lets them be. One that does not answer for half a second counts as away, also where the machine stands still. */
      const areCounted = async (): Promise<boolean> => {
        const answers = [await caller.get('/v1.7/cards'), await consent(), await caller.get('/v1.7/cards', unknown), await token()];
        return (
          answers.map(({ status }) => status).join() === '200,400,401,200' &&
          answers[0]!.headers['ratelimit-policy'] === '"second";q=25;w=1, "minute";q=1000;w=60, "day";q=50000;w=86400'
        );
      };
      await eventually(areCounted);

      // The store is away until all below are answered.
      await goAway();
      try {
        const first = await Promise.all([caller.get('/v1.7/cards'), consent()]);
        expect(first[0].status).toBe(200);
        expect(first[0].headers['ratelimit-policy']).toBe('"second";q=12;w=1, "minute";q=500;w=60, "day";q=25000;w=86400');
        expect(first[0].headers['ratelimit']).toMatch(/^"second";r=\d+;t=1, "minute";r=4\d\d;t=\d+, "day";r=249\d\d;t=\d+$/);
        refusedByStore(first[1]);
        (await Promise.all([token(), caller.get('/v1.7/cards', unknown), consent()])).forEach(refusedByStore);
        const published = await exchange(`${origin('ais-pis')}${metadata}`);
        expect(published.headers['ratelimit-policy']).toBe('"second";q=5;w=1, "minute";q=150;w=60, "day";q=10000;w=86400');
        const page = await exchange(`${origin('ais-pis')}/customer`);
        expect([published.status, page.status]).toEqual([200, 503]);
        expect((await exchange(`${origin('cards')}/health/ready`)).status).toBe(200);
      } finally {
        await comeBack();
      }
      await eventually(bothUp);
      await eventually(areCounted);
    },
    slowMs,
  );

  it(
    'the settings of a replica decide, it logs one line for each change, and counts what it decided',
    async () => {
      const client = await bank.client();
      const caller = await client.consentedBy(bank.demo, { accounts: bank.resources(bank.demo, 'card') });
      const strict = await anotherProcess(bank, 'cards', { settings: { ...settings, VALKEY_AWAY_READS: 'refuse' } });
      const lax = await anotherProcess(bank, 'ais-pis', { settings: { ...settings, VALKEY_AWAY_WRITES: 'share', REPLICAS: '10' } });
      const tiny = await anotherProcess(bank, 'ais-pis', { settings: { ...settings, VALKEY_AWAY_WRITES: 'share', REPLICAS: '11' } });
      others.push(strict, lax, tiny);
      const writer = await client.withClientToken('consents', 'AIS');
      const isCounted = async () => (await caller.at(strict.baseUrl).get('/v1.7/cards')).status === 200;
      const logged = () => [...readFileSync(strict.logFile, 'utf8').matchAll(/"event":"(limit store \w+)"/g)].map(([, event]) => event);
      const decisions = async (rule: string): Promise<number> => {
        const { text } = await exchange(`${strict.internalUrl}/metrics`);
        return Number(new RegExp(`^openbank_limit_store_away_decisions_total\\{rule="${rule}".*\\} (\\d+)$`, 'm').exec(text)![1]);
      };
      await eventually(isCounted);
      const [refusedBefore, sharedBefore, loggedBefore] = [await decisions('refuse'), await decisions('share'), logged().length];

      await store!.kill();
      refusedByStore(await caller.at(strict.baseUrl).get('/v1.7/cards'));
      const shared = await writer.at(lax.baseUrl).post('/v1.7/consents', {});
      expect([shared.status, shared.headers['ratelimit-policy']]).toEqual([
        400,
        '"second";q=1;w=1, "minute";q=30;w=60, "day";q=2000;w=86400',
      ]);
      refusedByStore(await writer.at(tiny.baseUrl).post('/v1.7/consents', {}));
      for (let more = 0; more < 9; more++) refusedByStore(await caller.at(strict.baseUrl).get('/v1.7/cards'));
      expect([await decisions('refuse'), await decisions('share')]).toEqual([refusedBefore + 10, sharedBefore]);

      await store!.restart();
      await eventually(isCounted);
      await eventually(() => logged().length >= loggedBefore + 2);
      expect(logged().slice(loggedBefore, loggedBefore + 2)).toEqual(['limit store away', 'limit store back']);
    },
    slowMs,
  );

  it(
    'a service starts, is ready and admits its share',
    async () => {
      const caller = await (await bank.client()).consentedBy(bank.demo, { accounts: bank.resources(bank.demo, 'card') });
      await store!.kill();
      try {
        const starting = await anotherProcess(bank, 'cards', { settings });
        others.push(starting);
        expect((await exchange(`${starting.baseUrl}/health/ready`)).status).toBe(200);
        const answer = await caller.at(starting.baseUrl).get('/v1.7/cards');
        expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([
          200,
          '"second";q=12;w=1, "minute";q=500;w=60, "day";q=25000;w=86400',
        ]);
      } finally {
        await store!.restart();
      }
    },
    slowMs,
  );

  it('a service with a malformed VALKEY_URL does not start, and says why in a sentence that shows no password', async () => {
    const starting = anotherProcess(bank, 'cards', { settings: { ...settings, VALKEY_URL: 'valkey://:hidden@one:1,two:2' } });
    const error = await starting.then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(error).toContain('VALKEY_URL must be a URL such as valkey://');
    expect(error).not.toContain('hidden');
  });
});
