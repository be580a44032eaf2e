import { readFileSync } from 'node:fs';
import { alertOf, exchange, NotificationReceiver, freshBank, type ReceivedNotification } from '@open-banking/testing';
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from 'jose';
import Value from 'typebox/value';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

interface Contract {
  readonly paths: {
    readonly '/': {
      readonly post: { readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } } };
    };
  };
}

const { paths } = JSON.parse(readFileSync(new URL('../../../../docs/ports/approval-codes.json', import.meta.url), 'utf8')) as Contract;
const { schema } = paths['/'].post.requestBody.content['application/json'];

describe('an approval code that is posted to the bank', () => {
  const settings: Record<string, string> = {};
  let messages: NotificationReceiver;
  beforeAll(async () => {
    messages = await NotificationReceiver.create();
    settings['APPROVAL_CODE_URL'] = `${messages.origin}/codes`;
    await messages.open();
  });
  afterAll(() => {
    messages.close();
  });
  const bank = freshBank(['ais-pis'], settings);

  const asked = async () => {
    const client = await bank.client();
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const itself = await client.withClientToken('payments', 'PIS');
    const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban } });
    const { paymentId } = body as { paymentId: string };
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('payments', `PIS:${paymentId}`).url);
    return { client, customer, browser, signIn: () => browser.press('sign-in', { login: customer.login, password: customer.password }) };
  };

  it('comes as its contract says, signed by an issuer of the bank, stands on no page, and approves the payment', async () => {
    const { browser, customer, signIn } = await asked();
    const before = messages.received.length;
    const page = await signIn();
    const { raw, headers, body, path } = messages.received[before]!;
    expect(path).toBe('/codes');
    expect(Value.Check(schema, body)).toBe(true);
    expect(Value.Check(schema, { ...body, code: '12345' })).toBe(false);
    expect(body).toMatchObject({
      psuId: customer.psuId,
      kind: 'payment',
      creditorName: inEuro.creditorName,
      creditorAccount: inEuro.creditorAccount.iban,
      amount: inEuro.instructedAmount,
    });
    expect(page.text).not.toContain(body['code']);

    const issuer = `${bank.baseUrl}/v1.7/oauth/payments`;
    const { body: metadata } = await exchange(`${issuer}/.well-known/oauth-authorization-server`);
    const keys = createLocalJWKSet((await exchange((metadata as { jwks_uri: string }).jwks_uri)).body as JSONWebKeySet);
    const [protectedHeader, , signature] = (headers['x-jws-signature'] as string).split('.') as [string, string, string];
    const verified = (payload: Buffer) => flattenedVerify({ protected: protectedHeader, payload, signature }, keys);
    expect((await verified(raw)).protectedHeader).toMatchObject({
      alg: 'ES256',
      iss: issuer,
      aud: `${messages.origin}/codes`,
      jti: headers['x-request-id'],
    });
    await expect(verified(Buffer.from(raw.toString().replace(body['code']!, '000000')))).rejects.toThrow(/signature verification failed/);

    const other = body['code'] === '000000' ? '111111' : '000000';
    expect(alertOf((await browser.press('approve', { code: other })).text)).toContain('approval code is wrong');
    await browser.press('approve', { code: body['code']! });
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it.each([500, 302, 'never'] as const)('is told as missing where the server answers %s, and the next one works', async (status) => {
    const { browser, signIn } = await asked();
    messages.nextStatuses = [status];
    const before = messages.received.length;
    const refused = await signIn();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    messages.nextStatuses = [];
    await browser.open(browser.url);
    await browser.press('new-code');
    const { body } = messages.received.at(-1) as ReceivedNotification;
    expect(messages.received.length).toBe(before + 2);
    await browser.press('approve', { code: body['code']! });
    expect(browser.redirectParameters).toHaveProperty('code');
  });
});
