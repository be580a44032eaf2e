import type { RequestDetail } from '@open-banking/contracts';
import { aisPis } from '@open-banking/spec';
import { RequestDetails } from '../src/request-details.js';

const requestId = '2f77a125-aa7a-45c0-b414-cea25a116035';
const fault = { code: 'FORMAT_ERROR' as const, path: '/', text: 'The body is nested deeper than 32 levels.' };
const shapes = {
  body: { type: 'object', properties: { creditorName: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } } },
  query: { type: 'object', properties: { limit: { type: 'string', pattern: '^[0-9]+$' } } },
  answers: { type: 'object', properties: { paymentId: { type: 'string' } } },
};

interface Given {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly bank?: object;
  readonly faults?: readonly object[];
}

const add = (details: RequestDetails, { body, headers = {}, query = '', bank = {}, faults = [fault] }: Given): void => {
  const path = `/v1.7/payments/fp${query}`;
  const request = { requestId, operation: aisPis.createPayment, method: 'POST', path, rawBody: Buffer.from(body), shapes, ...bank };
  const refused = faults.length > 0 ? ({ faults } as never) : undefined;
  details.add(1, 'someone', { bank: request as never, headers, params: {} }, { statusCode: refused ? 400 : 201 }, refused);
};

/** The details of one request, and the processor time that they took, in milliseconds: the least of three times. */
async function detailed(given: Given): Promise<{ readonly detail: RequestDetail; readonly ms: number }> {
  const details = new RequestDetails(true);
  let ms = Infinity;
  let detail!: RequestDetail;
  for (let time = 0; time < 3; time += 1) {
    add(details, given);
    const before = process.cpuUsage();
    const taken = await details.take();
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1_000);
    expect([taken.dropped, taken.failure]).toEqual([0, undefined]);
    detail = taken.details[0]!;
  }
  return { detail, ms };
}

const repeated = (text: string, bytes = 64_000): string => text.repeat(Math.floor(bytes / text.length));
const list = (count: number, of: (at: number) => unknown): string =>
  JSON.stringify({ list: Array.from({ length: count }, (_, at) => of(at)) });
const faults = Array.from({ length: 100 }, (_, at) => ({
  ...fault,
  text: `Must have at most ${at} characters and no more than ${at} digits.`,
}));

const costly: Readonly<Record<string, Given>> = {
  'deep objects': { body: `${repeated('{"aaa":')}1` + repeated('}', 9_142) },
  'objects of 3,000 levels': { body: `${'{"aaa":'.repeat(3_000)}1${'}'.repeat(3_000)}` },
  'deep lists': { body: '['.repeat(32_000) + ']'.repeat(32_000) },
  'deep lists in a member that is kept': { body: `{"list":${'['.repeat(8_000)}${']'.repeat(8_000)}}` },
  'many equal values': { body: list(10_000, () => 'abc') },
  'many short values': { body: list(3_900, () => 'a'), faults: [] },
  'many values and faults': { body: list(450, (at) => `value ${at} ${'x'.repeat(100)}`), faults },
  'many words that are no JSON': { body: repeated('some word; ') },
  'cookies for each of many values': {
    body: list(3_900, () => 'a'),
    headers: { cookie: Array.from({ length: 1_300 }, (_, at) => `a=1234${1_000 + at}`).join('; ') },
  },
  'one parameter many times': { body: '{}', query: `?${'limit=1&'.repeat(1_900)}`, faults: [] },
  'starts of tokens': { body: JSON.stringify({ creditorName: 'eyJ'.repeat(5_000) }), faults: [] },
  'runs of almost a token': { body: JSON.stringify({ creditorName: `${'a'.repeat(39)} `.repeat(400) }), faults: [] },
  slashes: { body: JSON.stringify({ creditorName: 'a/'.repeat(8_000) }), faults: [] },
  percents: { body: JSON.stringify({ creditorName: '%25'.repeat(5_000) }), faults: [] },
};

describe('the details of requests that wait for the portal', () => {
  it('take little time whatever a request contains', async () => {
    const slow = [];
    for (const [name, given] of Object.entries(costly)) {
      const { ms } = await detailed(given);
      // About 3 ms. With recursion and without bounds: 20 to 900.
      if (ms > 15) slow.push([name, ms]);
    }
    expect(slow).toEqual([]);
  });

  it('have the fixed text of its code for a request in which too much would have to be looked for', async () => {
    const { detail } = await detailed(costly['deep objects']!);
    expect(detail.texts).not.toContain(fault.text);
    expect(detail.exchange).toMatchObject({ texts: ['…'], request: { bytes: costly['deep objects']!.body.length } });
    expect((await detailed({ body: '{"aaa":'.repeat(40) })).detail.texts).toEqual([fault.text]);
  });

  it('are dropped and counted alone where those of one request fail', async () => {
    const details = new RequestDetails(true);
    const issuerExchange = { request: {}, fault: undefined, toJSON: () => ({}) };
    const broken = Object.defineProperty(issuerExchange, 'response', {
      get: () => {
        throw new Error('cannot be read');
      },
    });
    add(details, { body: '{"creditorName":"Dana"}', faults: [] });
    add(details, { body: '{}', bank: { issuerExchange: broken } });
    add(details, { body: '{"creditorName":"Noa"}', faults: [] });
    const { details: taken, dropped, failure } = await details.take();
    expect(taken.map(({ exchange }) => exchange!.request)).toEqual([
      { text: '{"creditorName":"Dana"}' },
      { text: '{"creditorName":"Noa"}' },
    ]);
    expect([dropped, failure]).toEqual([1, new Error('cannot be read')]);
  });

  it('have no credential that the request names elsewhere, in whatever encoding', async () => {
    const secret = 'Hunter2?pw/ä';
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const kept = async (creditorName: string, more: object = {}, given: Partial<Given> = {}): Promise<string> => {
      const body = JSON.stringify({ creditorName, ...more });
      const { request } = (await detailed({ body, faults: [], ...given })).detail.exchange!;
      return (JSON.parse((request as { text: string }).text) as { creditorName: string }).creditorName;
    };
    const forms = [
      ...[secret, encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret)), base64(secret), base64(`x${secret}`)],
      ...[base64(`xy${secret}z`), Buffer.from(secret).toString('base64url'), Buffer.from(secret).toString('hex')],
      Buffer.from(secret).toString('hex').toUpperCase(),
    ];
    for (const form of forms) {
      expect(await kept(`Dana ${form}`)).toBe(`Dana ${form}`);
      for (const name of ['client_secret', 'password', 'accessToken', 'api-key'])
        expect((await kept(`Dana ${form}`, { deep: [{ [name]: secret }] })).replace(/….*/, '…')).toMatch(/^Dana [A-Za-z0-9+/=]{0,4}…$/);
      const query = `?${new URLSearchParams({ client_secret: secret }).toString()}`;
      expect(await kept(`Dana ${form}`, {}, { query })).toContain('…');
      expect(await kept(`Dana ${form}`, {}, { headers: { 'x-api-key': secret } })).toContain('…');
      expect(await kept(`Dana ${form}`, {}, { headers: { authorization: `Basic ${base64(`someone:${secret}`)}` } })).toContain('…');
    }
    expect(await kept('Dana 12345', { pin: '12345' })).toBe('Dana 12345');
  });
});
