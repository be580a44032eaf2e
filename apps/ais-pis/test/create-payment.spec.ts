import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inDays, repeatOn, runningBank, type HttpResponse } from '@open-banking/testing';
import { abroad, aPayer, inEuro, inShekel } from './a-payment.js';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const faultsIn = ({ body }: HttpResponse): string[] =>
  (body as { tppMessages: { code: string; path: string }[] }).tppMessages.map(({ code, path }) => `${code} ${path}`).sort();
const money = (currency: string, amount: unknown) => ({ instructedAmount: { currency, amount } });

describe('POST /v1.7/payments/{payment-product}', () => {
  const bank = runningBank();

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
    await database.query(readFileSync(new URL('../migrations/0140-card-numbers-of-payments/up.sql', import.meta.url), 'utf8'));
    const { rows } = await database.query<{ request: object }>('select request from payment where payment_id = $1', [paymentId]);
    expect(rows[0]!.request).toEqual({ ...inEuro, ...masked });
    expect(await payer.get(`${sepa}/${paymentId}`)).toAnswer(200, masked);
  });

  it.each<[product: string, body: object]>([
    ['sepa-credit-transfers', inEuro],
    ['instant-sepa-credit-transfers', inEuro],
    ['target-2-payments', inEuro],
    ['cross-border-credit-transfers', abroad],
    ['masav', inShekel],
    ['zahav', inShekel],
    ['fp', inShekel],
    ['cross-border-credit-transfers', { ...abroad, ...money('JPY', '500') }],
    ['cross-border-credit-transfers', { ...abroad, ...money('KWD', '1.125') }],
    ...['SHAR', 'SLEV', 'DEBT'].map((chargeBearer): [string, object] => ['cross-border-credit-transfers', { ...abroad, chargeBearer }]),
    ['zahav', { ...inShekel, chargeBearer: 'SHAR' }],
    ['masav', { ...inShekel, ...money('ILS', '1000000') }],
    ['fp', { ...inShekel, ...money('ILS', '50000.00') }],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: inDays(0) }],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: inDays(360) }],
    [
      'sepa-credit-transfers',
      {
        ...inEuro,
        debtorAccount: { iban: 'IL620108000000099999999', currency: 'EUR' },
        endToEndIdentification: 'E2E',
        purposeCode: 'SALA',
        chargeBearer: 'SLEV',
        remittanceInformationStructured: { reference: 'RF1' },
      },
    ],
  ])('accepts a payment by %s: %j', async (product, body) => {
    expect(await (await aPayer(bank)).post(`/v1.7/payments/${product}`, body)).toAnswer(201, { transactionStatus: 'RCVD' });
  });

  it.each<[product: string, body: object, faults: string[]]>([
    ['sepa-credit-transfers', {}, ['FORMAT_ERROR /creditorAccount', 'FORMAT_ERROR /creditorName', 'FORMAT_ERROR /instructedAmount']],
    ['cross-border-credit-transfers', inEuro, ['FORMAT_ERROR /creditorAddress', 'FORMAT_ERROR /creditorAgent']],
    [
      'sepa-credit-transfers',
      {
        ...inEuro,
        colour: 'red',
        creditorName: ' ',
        creditorAgent: 'x',
        endToEndIdentification: 'x'.repeat(36),
        purposeCode: 'long purpose',
        chargeBearer: 'ME',
        requestedExecutionDate: '2026-02-30',
      },
      [
        'FORMAT_ERROR /chargeBearer',
        'FORMAT_ERROR /colour',
        'FORMAT_ERROR /creditorAgent',
        'FORMAT_ERROR /creditorName',
        'FORMAT_ERROR /endToEndIdentification',
        'FORMAT_ERROR /purposeCode',
        'FORMAT_ERROR /requestedExecutionDate',
      ],
    ],
    [
      'sepa-credit-transfers',
      { ...inEuro, creditorAccount: { iban: 'DE00370400440532013000' }, debtorAccount: { iban: 'DE89370400440532013000', bban: '1' } },
      ['FORMAT_ERROR /creditorAccount/iban', 'FORMAT_ERROR /debtorAccount'],
    ],
    ['sepa-credit-transfers', { ...inEuro, creditorAccount: { bban: '12345' } }, ['PAYMENT_FAILED /creditorAccount']],
    ['masav', { ...inShekel, creditorAccount: { maskedPan: '458099******1234' } }, ['PAYMENT_FAILED /creditorAccount']],
    ['masav', { ...inShekel, creditorAccount: { iban: 'DE89370400440532013000' } }, ['PAYMENT_FAILED /creditorAccount/iban']],
    ['sepa-credit-transfers', { ...inEuro, ...money('ILS', '1.00') }, ['PAYMENT_FAILED /instructedAmount/currency']],
    ['fp', { ...inShekel, ...money('ILS', '50000.01') }, ['PAYMENT_FAILED /instructedAmount/amount']],
    ['masav', { ...inShekel, ...money('ILS', '1000000.01') }, ['PAYMENT_FAILED /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '0.00') }, ['PAYMENT_FAILED /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '-1.00') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '1e3') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', 12.5) }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '1.005') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['cross-border-credit-transfers', { ...abroad, ...money('JPY', '500.5') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['cross-border-credit-transfers', { ...abroad, ...money('KWD', '1.1255') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['cross-border-credit-transfers', { ...abroad, ...money('XXX', '1') }, ['FORMAT_ERROR /instructedAmount/currency']],
    ['cross-border-credit-transfers', { ...abroad, ...money('USD', '123456789012345') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: inDays(-1) }, ['EXECUTION_DATE_INVALID /requestedExecutionDate']],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: inDays(370) }, ['EXECUTION_DATE_INVALID /requestedExecutionDate']],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructuredArray: ['Thanks'], remittanceInformationStructured: { reference: 'RF1' } },
      ['PARAMETER_NOT_CONSISTENT /remittanceInformationStructured'],
    ],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructuredArray: ['x'.repeat(70), 'y'.repeat(70)] },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray'],
    ],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructuredArray: [], creditorId: ' ', creditorAgentName: 'x'.repeat(141) },
      ['FORMAT_ERROR /creditorAgentName', 'FORMAT_ERROR /creditorId', 'FORMAT_ERROR /remittanceInformationUnstructuredArray'],
    ],
    [
      'cross-border-credit-transfers',
      { ...abroad, creditorAddress: { country: 'DE', streetName: 'Unter den Linden' } },
      ['FORMAT_ERROR /creditorAddress/townName'],
    ],
    ['cross-border-credit-transfers', { ...abroad, creditorAddress: { townName: 'Berlin' } }, ['FORMAT_ERROR /creditorAddress/country']],
    ['sepa-credit-transfers', { ...inEuro, chargeBearer: 'SHAR' }, ['PAYMENT_FAILED /chargeBearer']],
    ['sepa-credit-transfers', { ...inEuro, chargeBearer: 'CRED' }, ['PAYMENT_FAILED /chargeBearer']],
    ['target-2-payments', { ...inEuro, chargeBearer: 'DEBT' }, ['PAYMENT_FAILED /chargeBearer']],
    ['cross-border-credit-transfers', { ...abroad, chargeBearer: 'CRED' }, ['PAYMENT_FAILED /chargeBearer']],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructured: 'Thanks', remittanceInformationStructured: { reference: 'RF1' } },
      ['PARAMETER_NOT_CONSISTENT /remittanceInformationStructured'],
    ],
    ['sepa-credit-transfers', { ...inEuro, debtorAccount: inEuro.creditorAccount }, ['PARAMETER_NOT_CONSISTENT /creditorAccount']],
    ['sepa-credit-transfers', { ...inEuro, debtorAccount: { pan: '4111111111111111' } }, ['PARAMETER_NOT_SUPPORTED /debtorAccount/pan']],
    ['masav', { ...inShekel, creditorAccount: { pan: '4111111111111111' } }, ['PARAMETER_NOT_SUPPORTED /creditorAccount/pan']],
    ['masav', { ...inShekel, creditorAccount: { pan: '4111' } }, ['PARAMETER_NOT_SUPPORTED /creditorAccount/pan']],
    [
      'masav',
      { ...inShekel, ...money('EUR', '5'), creditorName: undefined, requestedExecutionDate: inDays(-3) },
      ['EXECUTION_DATE_INVALID /requestedExecutionDate', 'FORMAT_ERROR /creditorName', 'PAYMENT_FAILED /instructedAmount/currency'],
    ],
  ])('reports all faults at once: %s %j', async (product, body, faults) => {
    const answer = await (await aPayer(bank)).post(`/v1.7/payments/${product}`, body);
    expect(answer.status).toBe(400);
    expect(faultsIn(answer)).toEqual(faults);
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
