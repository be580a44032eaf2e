import { randomUUID } from 'node:crypto';
import { runningBank, type Seal, type ConsentedCaller, type HttpResponse, type TestClient } from '@open-banking/testing';

const accounts = '/v1.7/accounts';
const text = 'Was sent more than once: send it once.';
const formatError = (path: string) => ({ tppMessages: [{ code: 'FORMAT_ERROR', path, text }] });
const twice = (value: string): string[] => [value, value];

describe('A header that has one value', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let permitted: ConsentedCaller;
  let seal: Seal;

  beforeAll(async () => {
    client = await bank.client();
    [permitted, seal] = await Promise.all([client.consentedBy(bank.demo), bank.sealOf(client)]);
    permitted = permitted.paced;
  });

  const read = (headers: Record<string, string | string[]>): Promise<HttpResponse> => permitted.get(accounts, { headers });

  it.each<[name: string, value: () => string]>([
    ['X-Request-ID', randomUUID],
    ['Consent-ID', () => permitted.consentId],
    ['PSU-IP-Address', () => '192.0.2.1'],
    ['PSU-ID', () => 'noa'],
    ['PSU-User-Agent', () => 'Browser/1'],
    ['PSU-Device-ID', randomUUID],
    ['TPP-Redirect-URI', () => 'https://tpp.example/back'],
    ['Content-Type', () => 'application/json'],
  ])('is accepted once, and sent twice it is refused as that, whatever its values: %s', async (name, value) => {
    const key = name.toLowerCase();
    expect(await read({ [key]: value() })).toAnswer(200);
    expect((await read({ [key]: [value(), value()] })).body).toMatchObject(formatError(name));
    expect(await read({ [key]: [value(), 'another'] })).toAnswer(400, formatError(name));
  });

  it('is told with all other faults of a request, and not as missing or malformed besides', async () => {
    const answer = await permitted.get(`${accounts}?colour=red`, {
      headers: { 'x-request-id': [randomUUID(), 'x'], 'consent-id': twice(permitted.consentId), 'psu-ip-address': ['here', 'there'] },
    });
    expect(answer).toAnswer(400);
    const refusal = answer.body as { tppMessages: { path: string }[] };
    expect(refusal.tppMessages.map(({ path }) => path).sort()).toEqual(['Consent-ID', 'PSU-IP-Address', 'X-Request-ID', 'colour']);
  });

  it('is told in one line of several values as what it is: malformed', async () => {
    expect(await read({ 'x-request-id': `${randomUUID()}, ${randomUUID()}` })).toAnswer(400, {
      tppMessages: [{ path: 'X-Request-ID', text: 'Must be a UUID.' }],
    });
  });

  it('is one of a signature, and a digest is none: several of them are a list, of which each must fit', async () => {
    const signed = seal.sign({ headers: { 'x-request-id': randomUUID(), 'consent-id': permitted.consentId } });
    expect(await read(signed)).toAnswer(200);
    for (const name of ['Signature', 'TPP-Signature-Certificate'])
      expect(await read({ ...signed, [name.toLowerCase()]: twice(signed[name.toLowerCase()]!) })).toAnswer(400, formatError(name));
    expect(await read({ ...signed, date: twice(new Date().toUTCString()) })).toAnswer(400, formatError('Date'));
    const { digest } = signed;
    expect(await read({ digest: twice(digest!) })).toAnswer(200);
    expect(await read({ digest: [digest!, 'SHA-256=AAAA'] })).toAnswer(401, { tppMessages: [{ code: 'SIGNATURE_INVALID' }] });
  });
});

describe('Authorization', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let permitted: ConsentedCaller;
  const refused = formatError('Authorization');

  beforeAll(async () => {
    client = await bank.client();
    permitted = (await client.consentedBy(bank.demo)).paced;
  });

  it('sent twice is refused at an operation, in whatever order, before a token is looked at; once it is accepted', async () => {
    const [own, unknown] = [`Bearer ${permitted.token}`, 'Bearer unknown'];
    const read = (authorization: string | string[]) => permitted.get(accounts, { headers: { authorization } });
    expect(await read(own)).toAnswer(200);
    for (const both of [twice(own), [own, unknown], [unknown, own]]) expect(await read(both)).toAnswer(400, refused);
    expect(await read(unknown)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('is one, and so is a DPoP proof beside it: two are refused as a proof that does not hold (RFC 9449 §4.3)', async () => {
    const proof = { code: 'TOKEN_INVALID', path: 'DPoP', text };
    const read = (dpop: string | string[]) => permitted.get(accounts, { headers: { dpop } });
    // This token is bound to no key, so that one proof is not looked at.
    expect(await read('a')).toAnswer(200);
    const refusedProof = await read(['a', 'b']);
    expect(refusedProof).toAnswer(401, { tppMessages: [proof] });
    expect(refusedProof.headers['www-authenticate']).toContain('error="invalid_dpop_proof"');
  });

  it('sent twice has no effect at a write', async () => {
    const { path, body } = { path: '/v1.7/consents', body: { access: { allPsd2: 'allAccounts' } } };
    const token = (await client.clientToken('consents', 'AIS')).access_token;
    const requestId = randomUUID();
    const create = (authorization: string | string[], valid: object = {}) =>
      client.withoutToken.post(path, { ...body, ...valid }, { headers: { authorization, 'x-request-id': requestId } });
    const request = { recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false };
    expect(await create([`Bearer ${token}`, 'Bearer unknown'], request)).toAnswer(400, refused);
    // Another body under the same X-Request-ID: 409 if the first one had been taken.
    expect(await create(`Bearer ${token}`, { ...request, frequencyPerDay: 3 })).toAnswer(201);
  });

  it("sent twice is refused in OAuth's form at the endpoints of issuers, and once it is accepted", async () => {
    const { clientId, clientSecret } = client.client;
    const own = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    for (const endpoint of ['token', 'revoke', 'par']) {
      const ask = (authorization: string | string[]) =>
        client.withoutToken.send('POST', `/v1.7/oauth/consents/${endpoint}`, {
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        });
      expect(await ask([own, 'Basic eDp5'])).toAnswer(400, {
        error: 'invalid_request',
        error_description: `Authorization: ${text}`,
        ...refused,
      });
      expect(await ask(own)).toAnswer(400, { error: expect.not.stringMatching('invalid_client') });
    }
  });

  it('sent twice is refused as that at the address of a registration, and not as wrong metadata', async () => {
    const read = (authorization: string | string[]) =>
      client.withoutToken.get('/v1.7/oauth/consents/register/nobody', { headers: { authorization } });
    expect(await read(['Bearer a', 'Bearer b'])).toAnswer(400, { error: 'invalid_request', ...refused });
    expect(await read('Bearer a')).toAnswer(401, { error: 'invalid_token' });
  });
});
