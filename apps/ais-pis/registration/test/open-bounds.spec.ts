import { exchange, freshBank, type HttpResponse, type Caller } from '@open-banking/testing';
import { randomUUID } from 'node:crypto';
import { registrationEndpoints } from '@open-banking/spec';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';
import { register } from '@open-banking/ais-pis-testing/a-registration';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const max = 5;
const named = (reference: number) => ({ other: { identification: `A${reference}` } });
const consent = (access: object) => ({
  access,
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
});

describe('limits on what waits for approval', () => {
  const bank = freshBank(['ais-pis', 'mandates'], {
    MAX_OPEN_CONSENTS: String(max),
    MAX_OPEN_PAYMENTS: String(max),
    MAX_OPEN_MANDATES: String(max),
    MAX_REGISTRATIONS: String(max),
  });
  const refused = { tppMessages: [{ code: 'ACCESS_EXCEEDED', text: expect.stringContaining(`${max} `) as unknown }] };

  const kinds = [
    {
      kind: 'consents',
      issuer: 'consents',
      scope: 'AIS',
      path: '/v1.7/consents',
      body: (): object => consent({ allPsd2: 'allAccounts' }),
      idIn: 'consentId',
      ends: true,
    },
    {
      kind: 'payments',
      issuer: 'payments',
      scope: 'PIS',
      path: '/v1.7/payments/sepa-credit-transfers',
      body: (): object => inEuro,
      idIn: 'paymentId',
      ends: false,
    },
    {
      kind: 'mandates',
      issuer: 'mandates',
      scope: 'MANDATE',
      path: '/v2/mandates',
      body: (): object => aMandate(),
      idIn: 'resourceId',
      ends: true,
    },
  ] as const;

  it.each(kinds)(
    '$kind are limited exactly, also for concurrent requests; ended, answered and expired ones do not count',
    async ({ kind, issuer, scope, path, body, idIn, ends }) => {
      const [client, another] = [await bank.client(), await bank.client()];
      const [itself, other] = [(await client.withClientToken(issuer, scope)).paced, (await another.withClientToken(issuer, scope)).paced];
      const create = (by: Caller): Promise<HttpResponse> => by.post(path, body(), { headers: { 'psu-ip-address': '127.0.0.1' } });
      const answers = await Promise.all(Array.from({ length: 2 * max }, () => create(itself)));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(max);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(answer).toAnswer(429, refused);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
        expect(answer.text).toContain(kind);
      }
      expect(await create(other)).toAnswer(201);
      if (ends) {
        expect(await itself.delete(`${path}/${(made[0]!.body as Record<string, string>)[idIn]!}`)).toAnswer(204);
        expect(await create(itself)).toAnswer(201);
      }
      expect(await create(itself)).toAnswer(429, refused);
      const service = issuer === 'mandates' ? 'mandates' : 'ais-pis';
      const text = await (await fetch(`${bank.operator.internal![service]}/metrics`)).text();
      expect(text).toMatch(new RegExp(`openbank_open_bound_refusals\\{[^}]*kind="${kind}"[^}]*\\} ${max + 1}`));
    },
  );

  it('are free again when the approval deadline has passed', async () => {
    const client = await bank.client();
    const create = async () =>
      (await client.withClientToken('consents', 'AIS')).paced.post('/v1.7/consents', consent({ allPsd2: 'allAccounts' }));
    for (let one = 0; one < max; one += 1) expect(await create()).toAnswer(201);
    expect(await create()).toAnswer(429, refused);
    await bank.advance('PT31M');
    expect(await create()).toAnswer(201);
  });

  it('allow a hundred distinct accounts per consent, and duplicates are not stored', async () => {
    const client = await bank.client();
    const itself = (await client.withClientToken('consents', 'AIS')).paced;
    const copies = Array.from({ length: 1_500 }, () => named(1));
    const created = await itself.post('/v1.7/consents', consent({ balances: copies, transactions: [named(1), named(2), named(1)] }));
    expect(created).toAnswer(201);
    expect((await itself.get(`/v1.7/consents/${(created.body as { consentId: string }).consentId}`)).body).toMatchObject({
      access: { balances: [named(1)], transactions: [named(1), named(2)] },
    });
    const many = (count: number) =>
      itself.post('/v1.7/consents', consent({ accounts: Array.from({ length: count }, (_, one) => named(one)) }));
    expect(await many(101)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: '/access', text: 'Names 101 accounts; a consent may name at most 100.' }],
    });
    expect(await many(100)).toAnswer(201);
  });

  it('allow five registrations per address, also concurrently; an unused client is removed after thirty days', async () => {
    const from = (address: string) =>
      exchange(bank.baseUrl + registrationEndpoints.registerClient.path, {
        method: 'POST',
        from: address,
        headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
        body: JSON.stringify({ client_name: 'Budget', redirect_uris: ['https://tpp.example/back'] }),
      });
    const address = '127.77.7.7';
    const answers = await Promise.all(Array.from({ length: 2 * max }, () => from(address)));
    const made = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body as { registration_client_uri: string; registration_access_token: string });
    expect(made).toHaveLength(max);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toAnswer(429, { error: 'temporarily_unavailable', tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
    expect(await from('127.77.7.8')).toAnswer(201);
    const managed = (one: (typeof made)[number], method = 'GET') =>
      exchange(one.registration_client_uri, { method, headers: { authorization: `Bearer ${one.registration_access_token}` } });
    expect(await managed(made[0]!, 'DELETE')).toAnswer(204);
    expect(await from(address)).toAnswer(201);
    expect(await from(address)).toAnswer(429);
    expect(await managed(made[1]!)).toAnswer(200);
    await bank.advance('P31D');
    expect(await managed(made[1]!)).toAnswer(401);
    expect(await from(address)).toAnswer(201);
  });

  it('store only the members of a registered key that the bank uses', async () => {
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'one', use: 'sig', alg: 'Ed25519' };
    const answer = await register(bank, {
      client_name: 'Budget',
      redirect_uris: ['https://tpp.example/back'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ ...key, padding: 'x'.repeat(50_000), x5c: ['x'] }] },
    });
    expect(answer).toAnswer(201);
    expect((answer.body as { jwks: unknown }).jwks).toEqual({ keys: [key] });
    const { rows } = await bank
      .database('ais-pis')
      .query<{ size: number }>('select length(jwks::text) as size from client where client_id = $1', [
        (answer.body as { client_id: string }).client_id,
      ]);
    expect(rows[0]!.size).toBeLessThan(300);
  });
});
