import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runningBank, type HttpResponse, type ConsentedCaller, type TestClient } from '@open-banking/testing';
import { pipeline } from '../src/pipeline.js';

const order = [
  'AuthenticateGuard',
  'RateLimitGuard',
  'RequestSignatureGuard',
  'PathParametersGuard',
  'ConsentGuard',
  'RequestValidationGuard',
  'ConsentFrequencyGuard',
];
const hourMs = 3_600_000;
/** The customer is absent: the read is counted against the consent. */
const away = { 'psu-ip-address': '' };

/** What is left of the hour, as the answer says. */
const left = ({ headers }: HttpResponse): number => Number(/"hour";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
const pathsIn = ({ body }: HttpResponse): string[] =>
  (body as { tppMessages: { path: string }[] }).tppMessages.map(({ path }) => path).sort();

describe('the steps of a request', () => {
  const bank = runningBank();
  let client: TestClient;
  let permitted: ConsentedCaller;
  // Loan services have path parameters with a form, which nothing else has.
  const noAccount = '/account/99999-1/loans';
  let own: string;
  const foreign = { 'consent-id': randomUUID() };

  beforeAll(async () => {
    client = await bank.client();
    permitted = await client.consentedBy(bank.demo);
    const { branchNumber, accountNumber } = bank.demo.accounts.find((resource) => resource.branchNumber !== undefined)!;
    own = `/account/${branchNumber}-${accountNumber}/loans`;
  });

  it('stand in this order, in the code and in docs/request.md', () => {
    expect(pipeline.map(({ name }) => name)).toEqual(order);
    const documented = readFileSync(new URL('../../../docs/request.md', import.meta.url), 'utf8');
    expect([...documented.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name)).toEqual(['Step', 'Context', ...order, 'Handler']);
  });

  it('let a request through that nothing is wrong with', async () => {
    expect(await permitted.get(own)).toAnswer(200);
  });

  it('context before who: what is not there is not there for anybody, and every answer names its request', async () => {
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

  it("who before the client's limit: a token nobody knows costs the client nothing, and the limit before formats: a malformed path does", async () => {
    for (;;) {
      const began = Math.floor(Date.now() / hourMs);
      const before = await permitted.get(own);
      const unknown = await permitted.get(own, { headers: { authorization: 'Bearer unknown' } });
      const malformed = await permitted.get(noAccount);
      // Windows are hours of the clock: one that ends in between says nothing.
      if (Math.floor(Date.now() / hourMs) !== began) continue;
      expect([before.status, unknown.status, malformed.status]).toEqual([200, 401, 400]);
      expect(left(malformed)).toBe(left(before) - 1);
      return;
    }
  });

  it('who before formats: nobody is told which form an account has', async () => {
    expect(await client.withoutToken.get(noAccount)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('the limit before the signature, and the signature before formats: one that fails is charged, and hides a malformed path', async () => {
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

  it('formats before may: a malformed path is told before the consent is looked at', async () => {
    expect(await permitted.get(noAccount, { headers: foreign })).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'BranchNumber' }],
    });
    expect(await permitted.get(own, { headers: foreign })).toAnswer(403, { tppMessages: [{ code: 'CONSENT_UNKNOWN' }] });
  });

  it('may before validation: what the consent forbids is told before the query is looked at; a missing Consent-ID with it', async () => {
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

  it("validation before the consent's frequency: a faulty read is refused as such, and is never counted", async () => {
    const once = await (await bank.client()).consentedBy(bank.demo, 'allPsd2', { frequencyPerDay: 1 });
    const read = (query = '') => once.get(`/v1.7/cards${query}`, { headers: away });
    for (const expected of [400, 400, 200, 429]) expect(await read(expected === 400 ? '?colour=red' : '')).toAnswer(expected);
    expect(await read('?colour=red')).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'colour' }] });
  });

  it("the consent's frequency before the handler: a read that is used up is refused before the handler refuses it", async () => {
    const [card] = bank.resources(bank.demo, 'card');
    const once = await (await bank.client()).consentedBy(bank.demo, { transactions: [card!] }, { frequencyPerDay: 1 });
    const monthAgo = new Date(Date.now() - 720 * hourMs).toISOString().slice(0, 10);
    const list = `/v1.7/cards/${card!.resourceId}/transactions?dateFrom=${monthAgo}`;
    const notGranted = { tppMessages: [{ code: 'CONSENT_INVALID', path: 'withBalance' }] };
    expect(await once.get(`${list}&withBalance=true`, { headers: away })).toAnswer(401, notGranted);
    expect(await once.get(list, { headers: away })).toAnswer(200);
    expect(await once.get(`${list}&withBalance=true`, { headers: away })).toAnswer(429, { tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
    expect(await once.get(`${list}&withBalance=true`)).toAnswer(401, notGranted);
  });

  it('validation before the handler: a faulty query is told before anything is looked up', async () => {
    const unknown = `/v1.7/cards/${randomUUID()}`;
    expect(await permitted.get(`${unknown}?colour=red`)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'colour' }] });
    expect(await permitted.get(unknown)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});
