import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inDays, repeatOn, runningBank, type HttpResponse } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { abroad, aPayer, inEuro, inShekel } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const faultsIn = ({ body }: HttpResponse): string[] =>
  (body as { tppMessages: { code: string; path: string }[] }).tppMessages.map(({ code, path }) => `${code} ${path}`).sort();
const manyFields = {
  ...inEuro,
  debtorAccount: { iban: 'IL620108000000099999999', currency: 'EUR' },
  endToEndIdentification: 'E2E',
  purposeCode: 'SALA',
  chargeBearer: 'SLEV',
  remittanceInformationStructured: { reference: 'RF1' },
};
const money = (currency: string, amount: unknown) => ({ instructedAmount: { currency, amount } });

describe('POST /v1.7/payments/{payment-product}', () => {
  const bank = runningBank(services);

  it('accepts a payment and returns where it can be read and approved', async () => {
    const payer = await aPayer(bank);
    const answer = await payer.post(sepa, inEuro);
    const self = `${sepa}/${answer.body.paymentId}`;
    expect(answer).toAnswer(201);
    expect(answer.body).toEqual({
      transactionStatus: 'RCVD',
      paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      _links: {
        scaOAuth: { href: `${bank.baseUrl}/v1.7/oauth/payments/.well-known/oauth-authorization-server` },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(answer.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT' });
    expect(await payer.get(self)).toAnswer(200, inEuro);
    expect(await payer.get(`${self}/status`)).toAnswer(200, { transactionStatus: 'RCVD' });
    expect(await payer.get(answer.body._links.scaOAuth.href.slice(bank.baseUrl.length))).toAnswer(200, {
      issuer: `${bank.baseUrl}/v1.7/oauth/payments`,
    });
  });

  it('shows the last four digits of a card number that an earlier release stored, and its migration leaves no more of it', async () => {
    const payer = await aPayer(bank);
    const { paymentId } = (await payer.post(sepa, inEuro)).body;
    const database = bank.database('ais-pis');
    await database.query(
      `update payment set request = request || '{"debtorAccount":{"pan":"411111111111","currency":"EUR"}}' where payment_id = $1`,
      [paymentId],
    );
    const masked = { debtorAccount: { maskedPan: '********1111', currency: 'EUR' } };
    expect(await payer.get(`${sepa}/${paymentId}`)).toAnswer(200, masked);
    await database.query(readFileSync(new URL('../../migrations/0140-card-numbers-of-payments/up.sql', import.meta.url), 'utf8'));
    const { rows } = await database.query<{ request: object }>('select request from payment where payment_id = $1', [paymentId]);
    expect(rows[0]!.request).toEqual({ ...inEuro, ...masked });
    expect(await payer.get(`${sepa}/${paymentId}`)).toAnswer(200, masked);
  });

  it('accepts a payment by every product', async () => {
    const payer = await aPayer(bank);
    const bodies: readonly [product: string, body: object][] = [
      ['sepa-credit-transfers', inEuro],
      ['instant-sepa-credit-transfers', inEuro],
      ['target-2-payments', inEuro],
      ['cross-border-credit-transfers', abroad],
      ['masav', inShekel],
      ['zahav', inShekel],
      ['fp', inShekel],
      // Amounts without and with three decimals, and a request with most of the fields there are, are stored as they come.
      ['cross-border-credit-transfers', { ...abroad, ...money('JPY', '500') }],
      ['cross-border-credit-transfers', { ...abroad, ...money('KWD', '1.125') }],
      ['sepa-credit-transfers', manyFields],
    ];
    for (const [product, body] of bodies) {
      const created = await payer.post(`/v1.7/payments/${product}`, body);
      expect(created).toAnswer(201, { transactionStatus: 'RCVD' });
      expect(await payer.get(created.headers['location'] as string)).toAnswer(200, body);
    }
  });

  it('reports all faults at once, of the schema and of the rules of the product; without them the same request is accepted', async () => {
    const payer = await aPayer(bank);
    const faulty = { ...inShekel, ...money('EUR', '5'), creditorName: undefined, requestedExecutionDate: inDays(-3) };
    expect(await payer.post('/v1.7/payments/masav', faulty)).toAnswer(400, {
      tppMessages: [
        { category: 'ERROR', code: 'FORMAT_ERROR', path: '/creditorName', text: 'This field is required.' },
        { category: 'ERROR', code: 'PAYMENT_FAILED', path: '/instructedAmount/currency', text: 'masav supports only ILS.' },
        { category: 'ERROR', code: 'EXECUTION_DATE_INVALID', path: '/requestedExecutionDate' },
      ],
    });
    expect(await payer.post('/v1.7/payments/masav', { ...inShekel, ...money('ILS', '5'), requestedExecutionDate: inDays(0) })).toAnswer(
      201,
    );
  });

  it('refuses a day in the past or too far ahead where that is the only fault; accepts the first and a late day', async () => {
    const payer = await aPayer(bank);
    for (const days of [-1, 370]) {
      expect(await payer.post(sepa, { ...inEuro, requestedExecutionDate: inDays(days) })).toAnswer(400, {
        tppMessages: [
          {
            code: 'EXECUTION_DATE_INVALID',
            path: '/requestedExecutionDate',
            text: expect.stringContaining(`Must be from ${inDays(0)} to `),
          },
        ],
      });
    }
    for (const days of [0, 360]) expect(await payer.post(sepa, { ...inEuro, requestedExecutionDate: inDays(days) })).toAnswer(201);
  });

  it('lists its products if an unknown one is requested', async () => {
    const payer = await aPayer(bank);
    for (const product of ['pigeon-post', 'constructor', '__proto__']) {
      expect(await payer.post(`/v1.7/payments/${product}`, inEuro)).toAnswer(404, {
        tppMessages: [{ code: 'PRODUCT_UNKNOWN', text: expect.stringContaining('sepa-credit-transfers') }],
      });
    }
  });

  it('answers a repeated request like the first one, and refuses a different request with its id', async () => {
    const payer = await aPayer(bank);
    const headers = { 'x-request-id': randomUUID() };
    const first = await payer.post(sepa, inEuro, { headers });
    const copy = await payer.post(sepa, inEuro, { headers });
    expect(copy).toAnswer(201);
    expect(copy.text).toBe(first.text);
    expect(copy.headers['location']).toBe(first.headers['location']);
    expect(copy.headers['aspsp-sca-approach']).toBe('REDIRECT');
    expect(await payer.post(sepa, { ...inEuro, creditorName: 'Other' }, { headers })).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', path: 'X-Request-ID' }],
    });
    expect(await payer.post('/v1.7/payments/target-2-payments', inEuro, { headers })).toAnswer(409);
    const another = await (await aPayer(bank)).post(sepa, inEuro, { headers });
    expect(another).toAnswer(201);
    expect(another.body.paymentId).not.toBe(first.body.paymentId);
  });

  it('does not store the X-Request-ID of a refused request', async () => {
    const payer = await aPayer(bank);
    const headers = { 'x-request-id': randomUUID() };
    expect(await payer.post(sepa, {}, { headers })).toAnswer(400);
    expect(await payer.post(sepa, inEuro, { headers })).toAnswer(201);
  });

  it('creates one payment for 20 copies sent at once', async () => {
    const payer = await aPayer(bank);
    const headers = { 'x-request-id': randomUUID() };
    // Copies count against the limit, and one that waited too long for the first gets 503: all repeat until they succeed.
    const answers = await Promise.all(Array.from({ length: 20 }, () => repeatOn([409, 429], () => payer.post(sepa, inEuro, { headers }))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const client = payer.party.client.clientId;
    expect((await bank.database('ais-pis').query('select from payment where client_id = $1', [client])).rowCount).toBe(1);
    expect(
      (await bank.database('ais-pis').query("select from audit where client_id = $1 and operation = 'createPayment'", [client])).rowCount,
    ).toBe(1);
  });

  it('accepts only a token of a payment client', async () => {
    const client = await bank.client();
    expect(await (await client.withClientToken('payments', 'PIS')).post(sepa, inEuro)).toAnswer(201);
    expect(await (await client.withClientToken('consents', 'AIS')).post(sepa, inEuro)).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_UNKNOWN' }],
    });
    expect(await (await client.consentedBy(bank.demo)).post(sepa, inEuro)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    expect(await client.withoutToken.post(sepa, inEuro)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('refuses a client without the role, and one that lost it', async () => {
    await expect((await bank.client({ roles: ['PSP_AI'] })).withClientToken('payments', 'PIS')).rejects.toThrow('invalid_scope');
    const client = await bank.client({ roles: ['PSP_PI'] });
    const payer = await client.withClientToken('payments', 'PIS');
    expect(await payer.post(sepa, inEuro)).toAnswer(201);
    await bank.database('ais-pis').query("update client set roles = '{PSP_AI}' where client_id = $1", [client.clientId]);
    expect(await payer.post(sepa, inEuro)).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
  });

  it('requires JSON and an X-Request-ID, and reports header and body faults together', async () => {
    const payer = await aPayer(bank);
    expect(await payer.post(sepa, inEuro, { headers: { 'content-type': 'text/plain' } })).toAnswer(415);
    expect(await payer.post(sepa, inEuro, { headers: { accept: 'application/xml' } })).toAnswer(406);
    const answer = await payer.post(
      sepa,
      { ...inEuro, creditorName: undefined },
      { headers: { 'x-request-id': '', 'psu-ip-address': 'here', 'tpp-redirect-uri': 'nowhere' } },
    );
    expect(faultsIn(answer)).toEqual([
      'FORMAT_ERROR /creditorName',
      'FORMAT_ERROR PSU-IP-Address',
      'FORMAT_ERROR TPP-Redirect-URI',
      'FORMAT_ERROR X-Request-ID',
    ]);
  });
});
