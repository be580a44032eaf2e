import { randomUUID } from 'node:crypto';
import { issuerRows, issuers, type Issuer, services } from '@open-banking/spec';
import { exchange, ProofKey, runningBank, suspendClient, type TestClient } from '@open-banking/testing';
import { createdBy } from '@open-banking/testing/sweep';

const tokenStatusPath = (issuer: Issuer): string => issuerRows(issuer).readTokenStatus.path;

describe.each(['baseline', 'fapi2'] as const)('the token status of each issuer, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  let client: TestClient;
  let tokens: Readonly<Record<Issuer, string>>;
  beforeAll(async () => {
    client = await bank.client();
    const { paymentId, resourceId } = await createdBy(client);
    const approved = async (issuer: Issuer, scope: string) => (await client.approvedBy(bank.demo, issuer, scope)).token!;
    const mandates = await approved('mandates', `MANDATE:${resourceId}`);
    await (await client.withClientToken('mandates', 'MANDATE')).delete(`/v2/mandates/${resourceId}`);
    tokens = {
      consents: await approved('consents', `AIS:${await client.createConsent('allPsd2')}`),
      payments: await approved('payments', `PIS:${paymentId}`),
      mandates,
      cancellation: await approved('cancellation', `MANDATE-CANCEL:${resourceId}`),
    };
  });

  /** A request with nothing but a token, and its proof where it is bound to a key. */
  const ask = async (issuer: Issuer, token: string, headers: Readonly<Record<string, string>> = {}, query = '') => {
    const url = bank.baseUrl + tokenStatusPath(issuer);
    return exchange(url + query, { from: client.from, headers: { ...(await client.authorizationHeaders(token, 'GET', url)), ...headers } });
  };

  it.each(issuers)("of %s: 204 to its own living token; 401 without one, or with another issuer's", async (issuer) => {
    for (const accept of ['application/json', 'text/html', '*/*']) {
      const alive = await ask(issuer, tokens[issuer], { accept });
      expect({ status: alive.status, text: alive.text }).toEqual({ status: 204, text: '' });
      expect(alive.headers['date']).toBeDefined();
    }
    const shown = await ask(issuer, tokens[issuer], {}, '?return=representation&unknown=1');
    expect(shown).toAnswer(200);
    expect(shown.body).toEqual({ active: true });
    const bare = await exchange(bank.baseUrl + tokenStatusPath(issuer), { from: client.from });
    expect(bare).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    expect(await exchange(`${bank.baseUrl}${tokenStatusPath(issuer)}?access_token=${tokens[issuer]}`, { from: client.from })).toAnswer(401);
    for (const other of issuers.filter((one) => one !== issuer)) {
      const refused = await ask(issuer, tokens[other]);
      expect(refused).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
      expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    }
    expect(await ask(issuer, tokens[issuer])).toAnswer(204);
  });

  it('takes client tokens too', async () => {
    for (const [issuer, scope] of [
      ['consents', 'loan-services'],
      ['payments', 'PIS'],
      ['mandates', 'MANDATE'],
    ] as const)
      expect(await ask(issuer, (await client.clientToken(issuer, scope)).access_token)).toAnswer(204);
  });

  it('charges each client, and not the address that two clients share', async () => {
    const [one, other] = [await bank.client(), await bank.client()];
    const left = async (party: TestClient, token: string) => {
      const url = bank.baseUrl + tokenStatusPath('payments');
      const answer = await exchange(url, { from: client.from, headers: await party.authorizationHeaders(token, 'GET', url) });
      expect(answer).toAnswer(204);
      return Number(/"day";r=(\d+)/.exec(String(answer.headers['ratelimit']))![1]);
    };
    const token = (await one.clientToken('payments', 'PIS')).access_token;
    const first = await left(one, token);
    expect(await left(other, (await other.clientToken('payments', 'PIS')).access_token)).toBe(first);
    expect(await left(one, token)).toBe(first - 1);
  });

  it('answers 401 once the token is revoked, and 403 to a suspended client', async () => {
    const own = await bank.client();
    const url = bank.baseUrl + tokenStatusPath('consents');
    const status = async (token: string) => exchange(url, { from: own.from, headers: await own.authorizationHeaders(token, 'GET', url) });
    const [kept, revoked] = [
      (await own.clientToken('consents', 'AIS')).access_token,
      (await own.clientToken('consents', 'AIS')).access_token,
    ];
    expect(await status(revoked)).toAnswer(204);
    expect(await own.request('consents', 'revoke', { token: revoked })).toAnswer(200);
    expect(await status(revoked)).toAnswer(401);
    expect(await status(kept)).toAnswer(204);
    await suspendClient(bank.operator, own.clientId, 'Test');
    expect(await status(kept)).toAnswer(403, { tppMessages: [{ code: 'SERVICE_BLOCKED' }] });
  });

  it('echoes x-fapi-interaction-id where it is a UUID, in each answer', async () => {
    const id = randomUUID();
    const answers = (sent: string) =>
      Promise.all([
        ask('consents', tokens.consents, { 'x-fapi-interaction-id': sent }),
        exchange(bank.baseUrl + tokenStatusPath('consents'), { from: client.from, headers: { 'x-fapi-interaction-id': sent } }),
        exchange(`${bank.baseUrl}/nothing`, { from: client.from, headers: { 'x-fapi-interaction-id': sent } }),
        client.withoutToken.get('/v1.7/oauth/consents/.well-known/oauth-authorization-server', {
          headers: { 'x-fapi-interaction-id': sent },
        }),
        client.withoutToken.post('/v1.7/oauth/consents/token', {}, { headers: { 'x-fapi-interaction-id': sent } }),
      ]);
    for (const { headers } of await answers(id)) expect(headers['x-fapi-interaction-id']).toBe(id);
    for (const { headers } of await answers('odd')) expect(headers).not.toHaveProperty('x-fapi-interaction-id');
  });
});

describe('the token status of a bound token', () => {
  const bank = runningBank(services, { profile: 'fapi2' });

  it('needs the key or the certificate that it is bound to', async () => {
    const client = await bank.client();
    const { access_token: token } = await client.clientToken('consents', 'AIS');
    const url = bank.baseUrl + tokenStatusPath('consents');
    const by = async (key: ProofKey, scheme = 'DPoP') =>
      exchange(url, { from: client.from, headers: { authorization: `${scheme} ${token}`, dpop: await key.proof('GET', url, token) } });
    expect(await by(client.proofKey)).toAnswer(204);
    expect(await by(new ProofKey())).toAnswer(401);
    expect(await by(client.proofKey, 'Bearer')).toAnswer(401);

    const bound = await bank.client({ auth: 'tls_client_auth', tokenBinding: 'tls' });
    const other = await bank.client({ auth: 'tls_client_auth', tokenBinding: 'tls' });
    const headers = { authorization: `Bearer ${(await bound.clientToken('consents', 'AIS')).access_token}` };
    const over = (tls: TestClient['client']['tls']) =>
      exchange(bank.facts.tlsBaseUrl + tokenStatusPath('consents'), { from: bound.from, tls, headers });
    expect(await over(bound.client.tls)).toAnswer(204);
    expect(await over(other.client.tls)).toAnswer(401);
    expect(await exchange(url, { from: bound.from, headers })).toAnswer(401);
  });
});
