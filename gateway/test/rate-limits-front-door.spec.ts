import { aisPis, services } from '@open-banking/spec';
import { runningBank, type HttpResponse, type TestClient } from '@open-banking/testing';

const bank = runningBank(services);
const simulation = '/mortgageSimulation';
const simulationV1 = '/v1/mortgageSimulation';
const metadata = aisPis.readConsentsMetadata.path;

const left = ({ headers }: HttpResponse, window: string): number => {
  const [, remaining] = new RegExp(`"${window}";r=(\\d+)`).exec(String(headers['ratelimit'])) ?? [];
  return Number(remaining);
};
const count = (answers: readonly HttpResponse[], status: number): number => answers.filter((one) => one.status === status).length;

/** Whether the bank had no time for it: its machine was busy. */
const wasTooBusy = (answers: readonly HttpResponse[]): boolean => answers.some(({ status }) => status >= 500);

// The limits are counted per hour: a test that runs into the next hour starts again with another client, and so does one without
// expectations.
async function withinAnHour(story: (client: TestClient) => Promise<(() => void) | undefined>): Promise<void> {
  for (;;) {
    const began = Math.floor(Date.now() / 3_600_000);
    const expectations = await story(await bank.client());
    if (expectations && Math.floor(Date.now() / 3_600_000) === began) return expectations();
  }
}

describe('The limits of a client', () => {
  it('are charged for malformed requests, and unchanged by requests with an unknown token', () =>
    withinAnHour(async (client) => {
      const known = await client.withClientToken('consents', 'loan-services');
      const first = await known.post(simulation, {});
      const refused = [
        await client.withoutToken.post(simulation, {}),
        await known.post(simulation, {}, { headers: { authorization: 'Bearer unknown' } }),
      ];
      const second = await known.post(simulation, {});
      return () => {
        expect(first).toAnswer(400);
        expect(first.headers['ratelimit-policy']).toBe('"hour";q=100;w=3600');
        expect(left(first, 'hour')).toBe(99);
        expect(refused.map(({ status }) => status)).toEqual([401, 401]);
        expect(refused.map((one) => left(one, 'hour'))).toEqual([99, 98]);
        expect(left(second, 'hour')).toBe(98);
      };
    }));

  it('are shared by its tokens, and not with another client at the same address', () =>
    withinAnHour(async (client) => {
      const one = await (await client.withClientToken('consents', 'loan-services')).post(simulation, {});
      const again = await (await client.withClientToken('consents', 'loan-services')).post(simulation, {});
      const other = await (await (await bank.client()).withClientToken('consents', 'loan-services')).post(simulation, {});
      return () => expect([one, again, other].map((answer) => left(answer, 'hour'))).toEqual([99, 98, 99]);
    }));

  it('apply per operation: the two paths of the mortgage simulation are separate', () =>
    withinAnHour(async (client) => {
      const known = await client.withClientToken('consents', 'loan-services');
      const answers = [await known.post(simulation, {}), await known.post(simulation, {}), await known.post(simulationV1, {})];
      return () => expect(answers.map((one) => left(one, 'hour'))).toEqual([99, 98, 99]);
    }));

  it('admit exactly 100 of 130 concurrent requests, and tell the others when to retry', () =>
    withinAnHour(async (client) => {
      const known = await client.withClientToken('consents', 'loan-services');
      const answers = await Promise.all(Array.from({ length: 130 }, () => known.post(simulation, {})));
      const other = await known.post(simulationV1, {});
      if (wasTooBusy([...answers, other])) return undefined;
      return () => {
        expect([count(answers, 400), count(answers, 429)]).toEqual([100, 30]);
        const refused = answers.find(({ status }) => status === 429)!;
        expect(refused).toAnswer(429, { tppMessages: [{ category: 'ERROR', code: 'ACCESS_EXCEEDED' }] });
        expect(refused.body.tppMessages[0].text).toMatch(
          /^The limit of 100 requests an hour .* free again at \d{4}-\d\d-\d\dT\d\d:00:00Z, in \d+ s\.$/,
        );
        const waitSeconds = refused.headers['retry-after'];
        expect(refused.headers['ratelimit']).toBe(`"hour";r=0;t=${waitSeconds}`);
        expect(Number(waitSeconds)).toBeLessThanOrEqual(3_600);
        expect(other.status).toBe(400);
      };
    }));
});

describe('The limits of an address', () => {
  it('stop a flood of unknown tokens with 429, without affecting clients at the same address', () =>
    withinAnHour(async (client) => {
      const known = await client.withClientToken('consents', 'loan-services');
      const flood = await Promise.all(Array.from({ length: 110 }, () => client.withoutToken.post(simulation, {})));
      const mine = await known.post(simulation, {});
      if (wasTooBusy([...flood, mine])) return undefined;
      return () => {
        expect([count(flood, 401), count(flood, 429)]).toEqual([100, 10]);
        expect([mine.status, left(mine, 'hour')]).toEqual([400, 99]);
      };
    }));

  it('apply to metadata, whatever a client sends in X-Forwarded-For', () =>
    withinAnHour(async () => {
      const { anonymous } = bank;
      const one = await anonymous.get(metadata);
      const again = await anonymous.get(metadata, { headers: { 'x-forwarded-for': '203.0.113.9' } });
      const another = await bank.anonymous.get(metadata);
      return () => {
        expect(one).toAnswer(200);
        expect(one.headers['ratelimit-policy']).toBe('"second";q=10;w=1, "minute";q=300;w=60, "day";q=20000;w=86400');
        expect([one, again, another].map((answer) => left(answer, 'day'))).toEqual([19_999, 19_998, 19_999]);
      };
    }));
});

describe('An unlimited response', () => {
  it('has no limit fields: unknown path', async () => {
    const answer = await bank.anonymous.get('/no/such/path');
    expect(answer).toAnswer(404);
    expect(answer.headers['ratelimit']).toBeUndefined();
  });
});
