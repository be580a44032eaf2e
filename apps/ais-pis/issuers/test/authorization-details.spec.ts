import { randomUUID } from 'node:crypto';
import { completeInteraction, exchange, inDays, referenceOf, runningBank, type TestClient } from '@open-banking/testing';
import { issuerHomes, issuers, type Issuer, services } from '@open-banking/spec';

type Entry = Readonly<Record<string, unknown>>;
const creditorAccount = { iban: 'DE89370400440532013000' };
const payment = {
  type: 'payment',
  paymentProduct: 'sepa-credit-transfers',
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorAccount,
  creditorName: 'Bookshop',
};

describe.each(['baseline', 'fapi2'] as const)('authorization_details in a pushed request, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client();
  });
  const consent = (changed: Entry = {}): Entry => ({
    type: 'consent',
    access: { balances: [referenceOf(bank.resources(bank.demo, 'account')[0]!)] },
    recurringIndicator: true,
    validUntil: inDays(30),
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
    ...changed,
  });
  const approve = (url: string, refuse = false) =>
    completeInteraction(url, { login: bank.demo.login, password: bank.demo.password, from: client.from, refuse });
  const formOf = (url: string, details: unknown): Record<string, string> => {
    const { scope: _, ...form } = Object.fromEntries(new URL(url).searchParams);
    return { ...form, authorization_details: typeof details === 'string' ? details : JSON.stringify(details) };
  };
  const push = (issuer: Issuer, details: unknown, more: Readonly<Record<string, string>> = {}, by = client) =>
    by.request(issuer, 'par', { ...formOf(by.authorization(issuer, '').url, details), ...more });
  /** One step: the request, the customer's approval, the token. */
  const authorized = async (issuer: Issuer, entry: Entry, more: Readonly<Record<string, string>> = {}) => {
    const authorization = client.authorization(issuer, '');
    const pushed = await client.request(issuer, 'par', { ...formOf(authorization.url, [entry]), ...more });
    expect(pushed).toAnswer(201, { request_uri: expect.any(String) as string });
    const { request_uri: uri } = pushed.body as { request_uri: string };
    const url = `${client.issuerOf(issuer)}/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: uri }).toString()}`;
    return client.redeem(authorization, await approve(url));
  };
  const created = async (table: 'consent' | 'payment', of = client): Promise<number> => {
    const { rows } = await bank
      .database('ais-pis')
      .query<{ count: string }>(`select count(*) from ${table} where client_id = $1`, [of.clientId]);
    return Number(rows[0]!.count);
  };

  it('names its types in the metadata of the issuers that take them', async () => {
    for (const id of issuers) {
      const { body } = await exchange(`${bank.baseUrl}/.well-known/oauth-authorization-server${issuerHomes[id].path}`);
      const types = { consents: ['consent'], payments: ['payment'], mandates: undefined, cancellation: undefined }[id];
      expect((body as Entry)['authorization_details_types_supported']).toEqual(types);
    }
  });

  it('create the consent that the customer then approves, with the same token as a scope, and its id beside it', async () => {
    const token = (await authorized('consents', consent())) as unknown as Entry & {
      access_token: string;
      refresh_token: string;
      scope: string;
    };
    const consentId = token.scope.replace('AIS:', '');
    expect(token['authorization_details']).toEqual([{ type: 'consent', consentId }]);
    const headers = { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' };
    expect(await client.call('GET', '/v1.7/accounts', { token: token.access_token, headers })).toAnswer(200, { accounts: [{}] });
    const own = (await client.clientToken('consents', 'AIS')).access_token;
    expect(await client.call('GET', `/v1.7/consents/${consentId}`, { token: own })).toAnswer(200, {
      consentStatus: 'valid',
      validUntil: inDays(30),
      frequencyPerDay: 4,
    });
    const refreshed = await client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: token.refresh_token });
    expect(refreshed).toAnswer(200, { scope: token.scope, authorization_details: [{ type: 'consent', consentId }] });
    const { rows } = await bank
      .database('ais-pis')
      .query('select path from audit where operation = $1 and subject = $2', ['createConsent', consentId]);
    expect(rows).toEqual([{ path: `${issuerHomes.consents.path}/par` }]);
  });

  it('create the payment that the customer then approves', async () => {
    const token = (await authorized('payments', payment)) as unknown as Entry & { access_token: string; scope: string };
    const paymentId = token.scope.replace('PIS:', '');
    expect(token['authorization_details']).toEqual([{ type: 'payment', paymentId }]);
    const read = await client.call('GET', `/v1.7/payments/sepa-credit-transfers/${paymentId}`, { token: token.access_token });
    expect(read).toAnswer(200, { creditorName: 'Bookshop', paymentId });
    expect((read.body as Entry)['transactionStatus']).not.toBe('RCVD');
  });

  it('are refused with 400 invalid_authorization_details where their operation would refuse them, and nothing is created', async () => {
    const before = [await created('consent'), await created('payment')];
    const refused: Readonly<Record<string, [Issuer, unknown, string]>> = {
      'an unknown type': ['consents', [consent({ type: 'accounts' })], 'type'],
      "another issuer's type": ['consents', [payment], 'type'],
      'a type at an issuer without types': ['mandates', [{ type: 'mandate' }], 'type'],
      'no type': ['consents', [consent({ type: undefined })], 'type'],
      'an unknown field': ['consents', [consent({ consentId: randomUUID() })], '/consentId'],
      'an unknown field inside': ['consents', [consent({ access: { everything: true } })], '/access'],
      'a missing field': ['consents', [consent({ validUntil: undefined })], '/validUntil'],
      'a day that has passed': ['consents', [consent({ validUntil: inDays(-2) })], '/validUntil'],
      'a combined service': ['consents', [consent({ combinedServiceIndicator: true })], 'combinedServiceIndicator'],
      'no payment product': ['payments', [{ ...payment, paymentProduct: undefined }], 'payment-product'],
      'an unknown payment product': ['payments', [{ ...payment, paymentProduct: 'gold' }], 'payment-product'],
      'an amount of zero': ['payments', [{ ...payment, instructedAmount: { currency: 'EUR', amount: '0.00' } }], '/instructedAmount'],
      'two entries': ['consents', [consent(), consent()], 'one entry'],
      'no array': ['consents', consent(), 'array'],
      'no JSON': ['consents', '[{', 'JSON'],
    };
    for (const [what, [issuer, details, says]] of Object.entries(refused)) {
      const { status, body } = await push(issuer, details);
      expect({ what, status, ...(body as object) }).toEqual({
        what,
        status: 400,
        error: 'invalid_authorization_details',
        error_description: expect.stringContaining(says) as string,
      });
    }
    expect([await created('consent'), await created('payment')]).toEqual(before);
    expect(await push('consents', [consent()])).toAnswer(201);
    expect(await push('payments', [payment])).toAnswer(201);
    expect([await created('consent'), await created('payment')]).toEqual(before.map((count) => count + 1));
  });

  it('go with a scope that agrees with them, and are refused beside one that contradicts them, which is named', async () => {
    const named = (await authorized('consents', consent(), { scope: 'AIS' })) as unknown as Entry & { scope: string };
    const consentId = named.scope.replace('AIS:', '');
    expect(named['authorization_details']).toEqual([{ type: 'consent', consentId }]);
    expect(await push('payments', [payment], { scope: 'PIS' })).toAnswer(201);

    const before = [await created('consent'), await created('payment')];
    for (const [issuer, entry, scope, says] of [
      ['consents', consent(), 'PIS', 'PIS is not what they ask for'],
      ['consents', consent(), 'AIS loan-services', 'loan-services is not what they ask for'],
      ['consents', consent(), named.scope, `${named.scope} names what exists`],
      ['consents', { type: 'consent', consentId }, `AIS:${randomUUID()}`, 'is not the consentId that they name'],
      ['payments', payment, 'AIS', 'AIS is not what they ask for'],
    ] as const)
      expect(await push(issuer, [entry], { scope })).toAnswer(400, {
        error: 'invalid_authorization_details',
        error_description: expect.stringContaining(says) as string,
      });
    expect([await created('consent'), await created('payment')]).toEqual(before);
  });

  it('may name what has been created by its id, with or without its scope, as a scope with the id does', async () => {
    const consentId = await client.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
    const entry = { type: 'consent', consentId };
    const before = await created('consent');
    for (const scope of [undefined, 'AIS', `AIS:${consentId}`])
      expect(await push('consents', [entry], scope === undefined ? {} : { scope })).toAnswer(201);
    const token = (await authorized('consents', entry, { scope: 'AIS' })) as unknown as Entry;
    expect(token).toMatchObject({ scope: `AIS:${consentId}`, authorization_details: [entry] });
    expect(await created('consent')).toBe(before);

    const others = await (await bank.client()).createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
    for (const id of [others, randomUUID()])
      expect(await push('consents', [{ type: 'consent', consentId: id }])).toAnswer(400, { error: 'invalid_scope' });
    for (const id of ['no-uuid', 7, null, ''])
      expect(await push('consents', [{ type: 'consent', consentId: id }])).toAnswer(400, {
        error: 'invalid_authorization_details',
        error_description: 'consentId must be the id of what this client has created',
      });
  });

  it('are taken neither from a browser nor at the token endpoint, nor of a client without the role', async () => {
    const authorization = client.authorization('consents', '');
    const query = new URLSearchParams(formOf(authorization.url, [consent()]));
    const before = await created('consent');
    const back = await exchange(`${client.issuerOf('consents')}/authorize?${query.toString()}`, { from: client.from });
    expect(new URL(String(back.headers['location']), bank.baseUrl).searchParams.get('error')).toBe(
      profile === 'baseline' ? 'invalid_authorization_details' : 'invalid_request',
    );
    const asked = { grant_type: 'client_credentials', scope: 'AIS', authorization_details: JSON.stringify([consent()]) };
    expect(await client.requestToken('consents', asked)).toAnswer(400, { error: 'invalid_authorization_details' });
    expect(await created('consent')).toBe(before);

    const initiator = await bank.client({ roles: ['PSP_PI'] });
    expect(await push('consents', [consent()], {}, initiator)).toAnswer(400, { error: 'unauthorized_client' });
    expect(await created('consent', initiator)).toBe(0);
    expect(await push('payments', [payment], {}, initiator)).toAnswer(201);
    expect(await created('payment', initiator)).toBe(1);
  });

  it('are charged as the operation is', async () => {
    const fresh = await bank.client();
    const token = (await fresh.clientToken('consents', 'AIS')).access_token;
    const left = async () => {
      const { headers } = await fresh.call('POST', '/v1.7/consents', { token, body: {} });
      return Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))![1]);
    };
    const first = await left();
    expect(await push('consents', [consent()], {}, fresh)).toAnswer(201);
    expect(await left()).toBe(first - 2);
  });

  it('are refused by the customer like any consent', async () => {
    const pushed = await push('consents', [consent()]);
    const { request_uri: uri } = pushed.body as { request_uri: string };
    const url = `${client.issuerOf('consents')}/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: uri }).toString()}`;
    expect(new URL(await approve(url, true)).searchParams.get('error')).toBe('access_denied');
    const { rows } = await bank
      .database('ais-pis')
      .query('select status from consent where client_id = $1 order by created_at desc limit 1', [client.clientId]);
    expect(rows).toEqual([{ status: 'rejected' }]);
  });
});

describe('a pushed request with authorization_details that is sent again', () => {
  const bank = runningBank(services);

  it('creates nothing a second time under the same X-Request-ID, and is 409 with other details', async () => {
    const client = await bank.client({ roles: ['PSP_PI'] });
    const { clientId, clientSecret } = client.client;
    const push = (requestId: string, details: object) => {
      const { scope: _, ...form } = Object.fromEntries(new URL(client.authorization('payments', '').url).searchParams);
      return exchange(`${client.issuerOf('payments')}/par`, {
        method: 'POST',
        from: client.from,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-request-id': requestId,
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ ...form, authorization_details: JSON.stringify([details]) }).toString(),
      });
    };
    const count = async (): Promise<string> =>
      (await bank.database('ais-pis').query<{ count: string }>('select count(*) from payment where client_id = $1', [clientId])).rows[0]!
        .count;
    const requestId = randomUUID();
    const [first, copy] = [await push(requestId, payment), await push(requestId, payment)];
    expect([first.status, copy.status]).toEqual([201, 201]);
    expect((copy.body as Entry)['request_uri']).not.toBe((first.body as Entry)['request_uri']);
    expect(await count()).toBe('1');
    const other = await push(requestId, { ...payment, creditorName: 'Another' });
    expect(other).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    expect(await count()).toBe('1');
    expect(await push(randomUUID(), { ...payment, creditorName: 'Another' })).toAnswer(201);
    expect(await count()).toBe('2');
  });
});
