import { randomUUID } from 'node:crypto';
import { runningBank, type Caller } from '@open-banking/testing';
import { abroad, aPayer } from '@open-banking/ais-pis-testing/a-payment';

const product = '/v1.7/payments/cross-border-credit-transfers';

describe('GET /v1.7/payments/{payment-product}/{paymentId} and its status', () => {
  const bank = runningBank(['ais-pis']);
  let payer: Caller;
  let paymentId: string;

  beforeAll(async () => {
    payer = await aPayer(bank);
    paymentId = (await payer.post(product, abroad)).body.paymentId as string;
  });

  it('shows the payment as accepted, with its current status', async () => {
    expect((await payer.get(`${product}/${paymentId}`)).body).toEqual({ ...abroad, paymentId, transactionStatus: 'RCVD' });
    expect((await payer.get(`${product}/${paymentId.toUpperCase()}/status`)).body).toEqual({ transactionStatus: 'RCVD' });
  });

  it('stores and shows every field of creditor and remittance information', async () => {
    const full = {
      ...abroad,
      creditorAgentName: 'Deutsche Bank',
      creditorId: 'DE98ZZZ09999999999',
      remittanceInformationUnstructuredArray: ['Invoice 7', 'of May'],
      chargeBearer: 'DEBT',
    };
    const { body } = await payer.post(product, full);
    expect((await payer.get(`${product}/${body.paymentId}`)).body).toEqual({
      ...full,
      paymentId: body.paymentId,
      transactionStatus: 'RCVD',
    });
  });

  it('gives the reason of a rejection', async () => {
    const { body } = await payer.post(product, abroad);
    await bank
      .database('ais-pis')
      .query("update payment set transaction_status = 'RJCT', status_reason = 'CUST', approve_by = null where payment_id = $1", [
        body.paymentId,
      ]);
    expect(await payer.get(`${product}/${body.paymentId}/status`)).toAnswer(200, {
      transactionStatus: 'RJCT',
      tppMessages: [
        {
          category: 'ERROR',
          code: 'PAYMENT_FAILED',
          text: 'CUST: The customer decided against the payment.',
          href: '/errors/PAYMENT_FAILED',
        },
      ],
    });
    expect(await payer.get(`${product}/${body.paymentId}`)).toAnswer(200, { tppMessages: [{}] });
  });

  it.each(['', '/status'])("answers another client's payment, an unknown id, a malformed id and another product alike%s", async (below) => {
    const theirs = (await (await aPayer(bank)).post(product, abroad)).body.paymentId as string;
    expect(await payer.get(`${product}/${paymentId}${below}`)).toAnswer(200);
    const requested = [
      `${product}/${theirs}`,
      `${product}/${randomUUID()}`,
      `${product}/not-an-id`,
      `/v1.7/payments/sepa-credit-transfers/${paymentId}`,
    ];
    const answers = await Promise.all(requested.map((path) => payer.get(`${path}${below}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, {
      tppMessages: [
        { code: 'RESOURCE_UNKNOWN', path: 'paymentId', text: 'No payment with this id exists for this client and payment product.' },
      ],
    });
    expect(await payer.get(`/v1.7/payments/pigeon-post/${paymentId}${below}`)).toAnswer(404, {
      tppMessages: [{ code: 'PRODUCT_UNKNOWN', path: 'payment-product' }],
    });
  });

  it('accepts no token of another issuer and no query parameters', async () => {
    const client = await bank.client();
    expect(await (await client.withClientToken('consents', 'AIS')).get(`${product}/${paymentId}`)).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_UNKNOWN' }],
    });
    expect(await payer.get(`${product}/${paymentId}?verbose=1`)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'verbose' }],
    });
  });
});
