import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { daysAgo, runningBank, type HttpResponse, type ConsentedCaller, type TestClient } from '@open-banking/testing';
import { pipeline } from '@open-banking/pipeline';
import { services } from '@open-banking/spec';

const order = [
  'AuthenticateGuard',
  'RateLimitGuard',
  'RequestSignatureGuard',
  'PathParametersGuard',
  'ConsentGuard',
  'RequestValidationGuard',
  'ConsentFrequencyGuard',
  'StandbyReadGuard',
];
const hourMs = 3_600_000;
/** Without a customer present, the read counts against the consent. */
const away = { 'psu-ip-address': '' };

/** The remaining requests of the hour, as stated in the response. */
const left = ({ headers }: HttpResponse): number => Number(/"hour";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
const pathsIn = ({ body }: HttpResponse): string[] =>
  (body as { tppMessages: { path: string }[] }).tppMessages.map(({ path }) => path).sort();

describe('the steps of a request', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let permitted: ConsentedCaller;
  // Only loan services have path parameters with a format.
  const noAccount = '/account/99999-1/loans';
  let own: string;
  const foreign = { 'consent-id': randomUUID() };

  beforeAll(async () => {
    client = await bank.client();
    permitted = await client.consentedBy(bank.demo);
    const { branchNumber, accountNumber } = bank.demo.accounts.find((resource) => resource.branchNumber !== undefined)!;
    own = `/account/${branchNumber}-${accountNumber}/loans`;
  });

  it('have this order, in the code and in docs/request.md', () => {
    expect(pipeline.map(({ name }) => name)).toEqual(order);
    const documented = readFileSync(new URL('../../docs/request.md', import.meta.url), 'utf8');
    expect([...documented.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name)).toEqual(['Step', 'Context', ...order, 'Handler']);
  });

  it('let a valid request pass', async () => {
    expect(await permitted.get(own)).toAnswer(200);
  });

  it('context before authentication: an unknown path is unknown to everybody, and every response names its request', async () => {
    expect(await client.withoutToken.get('/v1.7/nothing')).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    expect(await client.withoutToken.post('/loans', {})).toAnswer(405, { tppMessages: [{ code: 'SERVICE_INVALID' }] });
    const requestId = randomUUID();
    const refused = await client.withoutToken.get('/loans', { headers: { 'x-request-id': requestId } });
    expect(refused).toAnswer(401);
    expect(refused.headers['x-request-id']).toBe(requestId);
    expect(await client.withoutToken.get('/loans', { headers: { 'x-request-id': 'mine' } })).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_UNKNOWN' }],
    });
  });

  it("authentication before the client's limit: an unknown token is not charged to the client; the limit before formats: a malformed path is charged", async () => {
    for (;;) {
      const began = Math.floor(Date.now() / hourMs);
      const before = await permitted.get(own);
      const unknown = await permitted.get(own, { headers: { authorization: 'Bearer unknown' } });
      const malformed = await permitted.get(noAccount);
      // Windows are aligned to the hour: a comparison across two windows would prove nothing.
      if (Math.floor(Date.now() / hourMs) !== began) continue;
      expect([before.status, unknown.status, malformed.status]).toEqual([200, 401, 400]);
      expect(left(malformed)).toBe(left(before) - 1);
      return;
    }
  });

  it('authentication before formats: an unauthenticated caller learns nothing about the format of accounts', async () => {
    expect(await client.withoutToken.get(noAccount)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('the limit before the signature, and the signature before formats: an invalid signature is charged, and reported before a malformed path', async () => {
    for (;;) {
      const began = Math.floor(Date.now() / hourMs);
      const before = await permitted.get(own);
      const unsigned = await permitted.get(noAccount, { headers: { 'tpp-signature-certificate': 'AAAA' } });
      const malformed = await permitted.get(noAccount);
      if (Math.floor(Date.now() / hourMs) !== began) continue;
      expect(unsigned).toAnswer(401, { tppMessages: [{ code: 'SIGNATURE_MISSING' }] });
      expect(malformed).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR' }] });
      expect(left(malformed)).toBe(left(before) - 2);
      return;
    }
  });

  it('formats before consent: a malformed path is reported before the consent is checked', async () => {
    expect(await permitted.get(noAccount, { headers: foreign })).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'BranchNumber' }],
    });
    expect(await permitted.get(own, { headers: foreign })).toAnswer(403, { tppMessages: [{ code: 'CONSENT_UNKNOWN' }] });
  });

  it('consent before validation: a consent error is reported before query errors; a missing Consent-ID together with them', async () => {
    const faulty = `${own}?colour=red`;
    expect(await permitted.get(faulty, { headers: { ...foreign, accept: 'text/html' } })).toAnswer(403, {
      tppMessages: [{ code: 'CONSENT_UNKNOWN' }],
    });
    expect(pathsIn(await permitted.get(faulty))).toEqual(['colour']);
    expect(pathsIn(await permitted.get(faulty, { headers: { 'consent-id': '', 'x-request-id': '', 'psu-ip-address': 'here' } }))).toEqual([
      'Consent-ID',
      'PSU-IP-Address',
      'X-Request-ID',
      'colour',
    ]);
  });

  it("validation before the consent's frequency: an invalid read is refused and never counted", async () => {
    const once = await (await bank.client()).consentedBy(bank.demo, 'allPsd2', { frequencyPerDay: 1 });
    const read = (query = '') => once.get(`/v1.7/cards${query}`, { headers: away });
    for (const expected of [400, 400, 200, 429]) expect(await read(expected === 400 ? '?colour=red' : '')).toAnswer(expected);
    expect(await read('?colour=red')).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'colour' }] });
  });

  it("the consent's frequency before the handler: a read beyond the limit is refused before the handler is called", async () => {
    const [card] = bank.resources(bank.demo, 'card');
    const once = await (await bank.client()).consentedBy(bank.demo, { transactions: [card!] }, { frequencyPerDay: 1 });
    const monthAgo = daysAgo(30);
    const list = `/v1.7/cards/${card!.resourceId}/transactions?dateFrom=${monthAgo}`;
    const notGranted = { tppMessages: [{ code: 'CONSENT_INVALID', path: 'withBalance' }] };
    expect(await once.get(`${list}&withBalance=true`, { headers: away })).toAnswer(401, notGranted);
    expect(await once.get(list, { headers: away })).toAnswer(200);
    expect(await once.get(`${list}&withBalance=true`, { headers: away })).toAnswer(429, { tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
    expect(await once.get(`${list}&withBalance=true`)).toAnswer(401, notGranted);
  });

  it('validation before the handler: an invalid query is reported before any lookup', async () => {
    const unknown = `/v1.7/cards/${randomUUID()}`;
    expect(await permitted.get(`${unknown}?colour=red`)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'colour' }] });
    expect(await permitted.get(unknown)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});
