import { randomUUID } from 'node:crypto';
import { issuerRows, issuers, type Issuer, services } from '@open-banking/spec';
import { completeInteraction, exchange, runningBank, type TestClient } from '@open-banking/testing';
import { createdBy } from '@open-banking/testing/sweep';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly grant_id: string;
  readonly scope: string;
}
type Action = 'readGrant' | 'revokeGrant';
const scopes = { readGrant: 'grant_management_query', revokeGrant: 'grant_management_revoke' } as const;

describe.each(['baseline', 'fapi2'] as const)('the grants of each issuer, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  let client: TestClient;
  let granted: Readonly<Record<Issuer, Tokens>>;

  /** The customer approves; the whole token response. */
  const approved = async (issuer: Issuer, scope: string, by = client): Promise<Tokens> => {
    const authorization = await by.startAuthorization(issuer, scope);
    const redirect = await completeInteraction(authorization.url, { login: bank.demo.login, password: bank.demo.password, from: by.from });
    return (await by.redeem(authorization, redirect)) as unknown as Tokens;
  };
  const newConsent = async (by = client): Promise<Tokens> => approved('consents', `AIS:${await by.createConsent('allPsd2')}`, by);
  /** A request for a grant with nothing but a token and its proof. */
  const asked = async (action: Action, issuer: Issuer, grantId: string, token: string, by = client, headers = {}) => {
    const { method, path } = issuerRows(issuer)[action];
    const url = bank.baseUrl + path.replace('{grantId}', encodeURIComponent(grantId));
    return exchange(url, { method, from: by.from, headers: { ...(await by.authorizationHeaders(token, method, url)), ...headers } });
  };
  const ask = async (action: Action, issuer: Issuer, grantId: string, by = client, headers = {}) =>
    asked(action, issuer, grantId, (await by.clientToken(issuer, scopes[action])).access_token, by, headers);
  const refreshed = (issuer: Issuer, { refresh_token: token }: Tokens) =>
    client.requestToken(issuer, { grant_type: 'refresh_token', refresh_token: token });
  const httpStatus = async (issuer: Issuer, token: string): Promise<number> => {
    const url = bank.baseUrl + issuerRows(issuer).readTokenStatus.path;
    return (await exchange(url, { from: client.from, headers: await client.authorizationHeaders(token, 'GET', url) })).status;
  };

  beforeAll(async () => {
    client = await bank.client();
    const [{ paymentId, resourceId }, { resourceId: cancelled }] = [await createdBy(client), await createdBy(client)];
    const mandates = await approved('mandates', `MANDATE:${resourceId}`);
    await approved('mandates', `MANDATE:${cancelled}`);
    await (await client.withClientToken('mandates', 'MANDATE')).delete(`/v2/mandates/${cancelled}`);
    granted = {
      consents: await newConsent(),
      payments: await approved('payments', `PIS:${paymentId}`),
      mandates,
      cancellation: await approved('cancellation', `MANDATE-CANCEL:${cancelled}`),
    };
  });

  it.each(issuers)('%s: the metadata says where they are and what can be done with them', async (issuer) => {
    const { body } = await exchange(bank.baseUrl + issuerRows(issuer).readMetadata.path);
    const metadata = body as { issuer: string };
    expect(metadata).toMatchObject({
      grant_management_endpoint: `${metadata.issuer}/grants`,
      grant_management_actions_supported: ['create', 'query', 'revoke'],
      scopes_supported: expect.arrayContaining(Object.values(scopes)) as string[],
      grant_types_supported: expect.arrayContaining(['client_credentials']) as string[],
    });
  });

  it.each(issuers)('%s: the client reads what was granted by the grant_id of the token response', async (issuer) => {
    const { scope, grant_id: grantId } = granted[issuer];
    const [, id] = scope.split(':');
    const details = { consents: { type: 'consent', consentId: id }, payments: { type: 'payment', paymentId: id } };
    expect(await ask('readGrant', issuer, grantId)).toAnswer(200, {
      scopes: [{ scope, resources: [bank.baseUrl] }],
      ...(issuer in details && { authorization_details: [details[issuer as keyof typeof details]] }),
    });
    expect(await refreshed(issuer, granted[issuer])).toAnswer(200, { grant_id: grantId });
  });

  it.each(issuers)("%s: another client's grant is answered as an unknown one, and stays", async (issuer) => {
    const other = await bank.client();
    const { grant_id: grantId, access_token: token } = granted[issuer];
    for (const action of ['readGrant', 'revokeGrant'] as const) {
      const [anothers, nobodys] = [await ask(action, issuer, grantId, other), await ask(action, issuer, 'nobodys', other)];
      expect(anothers).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
      expect(anothers.body).toEqual(nobodys.body);
    }
    for (const elsewhere of issuers.filter((one) => one !== issuer))
      expect(await ask('readGrant', elsewhere, grantId)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    expect(await httpStatus(issuer, token)).toBe(204);
    expect(await ask('readGrant', issuer, grantId)).toAnswer(200);
  });

  it.each(issuers)("%s: each act needs a client's token with its own scope", async (issuer) => {
    const { grant_id: grantId, access_token: customers } = granted[issuer];
    expect(await asked('readGrant', issuer, grantId, customers)).toAnswer(401);
    const query = (await client.clientToken(issuer, scopes.readGrant)).access_token;
    expect(await asked('revokeGrant', issuer, grantId, query)).toAnswer(401);
    const revoke = (await client.clientToken(issuer, scopes.revokeGrant)).access_token;
    expect(await asked('readGrant', issuer, grantId, revoke)).toAnswer(401);
    expect(await asked('readGrant', issuer, grantId, query)).toAnswer(200);
    const both = (await client.clientToken(issuer, `${scopes.readGrant} ${scopes.revokeGrant}`)).access_token;
    expect(await asked('readGrant', issuer, grantId, both)).toAnswer(200);
  });

  it.each(['AIS', undefined])('a token with scope %s does not open them', async (scope) => {
    const { access_token: token } = await client.clientToken('consents', scope);
    expect(await asked('readGrant', 'consents', granted.consents.grant_id, token)).toAnswer(401);
    expect(await asked('revokeGrant', 'consents', granted.consents.grant_id, token)).toAnswer(401);
    expect(await ask('readGrant', 'consents', granted.consents.grant_id)).toAnswer(200);
  });

  it.each(issuers)('%s: giving one back under an X-Request-ID that is no UUID is refused, and the grant stays', async (issuer) => {
    const { grant_id: grantId } = issuer === 'consents' ? await newConsent() : granted[issuer];
    const under = (requestId: string) => ask('revokeGrant', issuer, grantId, client, { 'x-request-id': requestId });
    const fault = { code: 'FORMAT_ERROR', category: 'ERROR', path: 'X-Request-ID', text: 'Must be a UUID.' };
    for (const malformed of ['1', `${randomUUID()}x`, `${randomUUID()}, ${randomUUID()}`])
      expect(await under(malformed)).toAnswer(400, { tppMessages: [fault] });
    // Reading it changes nothing, so it may be asked again under any id.
    expect(await ask('readGrant', issuer, grantId, client, { 'x-request-id': '1' })).toAnswer(200);
    if (issuer !== 'consents') return;
    const requestId = randomUUID();
    expect(await under(requestId)).toAnswer(204);
    expect(await under(requestId)).toAnswer(204);
    expect(await under(randomUUID())).toAnswer(404);
  });

  it.each(issuers)('%s: given back, its tokens are dead at once and it is unknown', async (issuer) => {
    const tokens = issuer === 'consents' ? await newConsent() : granted[issuer];
    expect(await httpStatus(issuer, tokens.access_token)).toBe(204);
    const answer = await ask('revokeGrant', issuer, tokens.grant_id);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(await httpStatus(issuer, tokens.access_token)).toBe(401);
    expect(await refreshed(issuer, tokens)).toAnswer(400, { error: 'invalid_grant' });
    expect(await ask('revokeGrant', issuer, tokens.grant_id)).toAnswer(404);
    expect(await ask('readGrant', issuer, tokens.grant_id)).toAnswer(404);
  });

  const deleted = async () => {
    const { scope } = granted.consents;
    expect(await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${scope.slice(4)}`)).toAnswer(204);
  };
  const cancelled = async () => {
    await bank
      .database('mandates')
      .query("update mandate set mandate_status = 'CANC' where resource_id = $1", [granted.mandates.scope.split(':')[1]]);
  };
  const rejected = async () => {
    await bank
      .database('ais-pis')
      .query("update payment set transaction_status = 'RJCT', status_reason = 'CUST', approve_by = null where payment_id = $1", [
        granted.payments.scope.slice(4),
      ]);
  };

  it.each([
    { issuer: 'consents', how: 'deleted by its client', end: deleted },
    { issuer: 'consents', how: 'replaced by a newer one', end: newConsent },
    { issuer: 'mandates', how: 'cancelled', end: cancelled },
  ] as const)(
    '$issuer: with what was approved, $how, the grant is over as its refresh token is, and then unknown; it is read until then',
    async ({ issuer, end }) => {
      const { resourceId } = await createdBy(client);
      const tokens = issuer === 'consents' ? await newConsent() : await approved('mandates', `MANDATE:${resourceId}`);
      granted = { ...granted, [issuer]: tokens };
      expect(await ask('readGrant', issuer, tokens.grant_id)).toAnswer(200);
      expect(await refreshed(issuer, tokens)).toAnswer(200);
      await end();
      expect(await refreshed(issuer, tokens)).toAnswer(400, { error: 'invalid_grant' });
      for (const action of ['readGrant', 'revokeGrant'] as const) {
        const over = await ask(action, issuer, tokens.grant_id);
        expect(over).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
        expect(over.body).toEqual((await ask(action, issuer, 'nobodys')).body);
      }
    },
  );

  it('a payment that is over leaves its grant and refresh token, with which its client reads what became of it', async () => {
    const { paymentId } = await createdBy(client);
    const tokens = await approved('payments', `PIS:${paymentId}`);
    granted = { ...granted, payments: tokens };
    await rejected();
    expect(await refreshed('payments', tokens)).toAnswer(200);
    expect(await ask('readGrant', 'payments', tokens.grant_id)).toAnswer(200);
    expect(await ask('revokeGrant', 'payments', tokens.grant_id)).toAnswer(204);
  });

  it('ends the consent with its grant, and nothing but the grant of a payment', async () => {
    const back = await newConsent();
    const own = await client.withClientToken('consents', 'AIS');
    const status = () => own.get(`/v1.7/consents/${back.scope.slice(4)}/status`);
    expect(await status()).toAnswer(200, { consentStatus: 'valid' });
    expect(await ask('revokeGrant', 'consents', back.grant_id)).toAnswer(204);
    expect(await status()).toAnswer(200, { consentStatus: 'terminatedByTpp' });
    const { rows } = await bank
      .database('ais-pis')
      .query('select client_id, status from audit where operation = $1 and subject = $2', [
        issuerRows('consents').revokeGrant.id,
        back.scope.slice(4),
      ]);
    expect(rows).toEqual([{ client_id: client.clientId, status: 204 }]);

    const { paymentId } = await createdBy(client);
    const paid = await approved('payments', `PIS:${paymentId}`);
    expect(await ask('revokeGrant', 'payments', paid.grant_id)).toAnswer(204);
    const payments = await client.withClientToken('payments', 'PIS');
    const { body } = await payments.get(`/v1.7/payments/sepa-credit-transfers/${paymentId}/status`);
    expect(body).not.toMatchObject({ transactionStatus: 'CANC' });
  });
});

describe('grants in an authorization request', () => {
  const bank = runningBank(services);

  it('may be asked to be created, as they always are; changing one is refused', async () => {
    const client = await bank.client();
    const scope = `AIS:${await client.createConsent('allPsd2')}`;
    const form = Object.fromEntries(new URL(client.authorization('consents', scope).url).searchParams);
    const push = (more: Readonly<Record<string, string>>) => client.request('consents', 'par', { ...form, ...more });
    expect(await push({ grant_management_action: 'create' })).toAnswer(201);
    for (const [name, value] of [
      ['grant_management_action', 'merge'],
      ['grant_management_action', 'replace'],
      ['grant_id', 'one'],
    ] as const)
      expect(await push({ [name]: value })).toAnswer(400, {
        error: 'invalid_request',
        error_description: expect.stringContaining(`${name} `) as string,
      });
    expect(await push({})).toAnswer(201);
  });
});
