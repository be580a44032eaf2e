import {
  removeClient,
  registeredClients,
  resumeClient,
  runningBank,
  suspendClient,
  type HttpResponse,
  type Caller,
  type TestClient,
  type TestCustomer,
  until,
} from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const blocked = { tppMessages: [{ code: 'SERVICE_BLOCKED', text: expect.stringContaining('suspended this client') as unknown }] };

describe.each(['baseline', 'fapi2'] as const)('a client that is suspended, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  it('gets SERVICE_BLOCKED everywhere within a second, and keeps its tokens and consents when it is resumed', async () => {
    const [client, other] = [await bank.client(), await bank.client()];
    const named = { balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] };
    const [permitted, others] = [await client.consentedBy(bank.demo, named), await other.consentedBy(bank.demo, named)];
    const [itself, mandates] = [await client.withClientToken('consents', 'AIS'), await client.withClientToken('mandates', 'MANDATE')];
    const open = await client.createConsent(named);
    const { verifier, url } = await client.startAuthorization('consents', `AIS:${open}`);
    const calls: readonly (readonly [() => Promise<HttpResponse>, number])[] = [
      [() => permitted.paced.get('/v1.7/accounts'), 200],
      [() => permitted.paced.get('/v1.7/cards'), 200],
      [() => itself.paced.get(`/v1.7/consents/${open}`), 200],
      [() => mandates.paced.get('/v2/mandates/nothing'), 404],
    ];
    const all = async (expected: (normally: number) => [number, object?]) => {
      for (const [call, normally] of calls) expect(await call()).toAnswer(...expected(normally));
    };
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(url);
    await browser.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
    const page = browser.response;
    await all((normally) => [normally]);

    await suspendClient(bank.operator, client.clientId, 'Register: licence withdrawn');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(403, blocked);
    // Other services remember for a second what they have asked.
    for (const [call] of calls) {
      let response = await call();
      await until('the client is refused', async () => response.status === 403 || (response = await call()).status === 403);
      expect(response).toAnswer(403, blocked);
    }
    for (const issuer of ['consents', 'payments', 'mandates'] as const) {
      expect(await client.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(403, {
        error: 'unauthorized_client',
        ...blocked,
      });
      expect(await other.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(200);
    }
    expect(await others.get('/v1.7/accounts')).toAnswer(200);
    const pushing = client.pushAuthorization(client.authorization('consents', `AIS:${open}`));
    await expect(pushing).rejects.toThrow('403 SERVICE_BLOCKED');
    const stopped = await new Browser(bank.baseUrl, client.from).open(url);
    expect({ status: stopped.status, location: stopped.headers['location'] }).toEqual({ status: 403, location: undefined });
    expect(stopped.text).toContain('We have stopped');
    expect((await browser.press('approve', { account: /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? [] })).status).toBe(403);
    expect(browser.response.text).toContain('We have stopped');

    expect((await registeredClients(bank.operator)).find(({ clientId }) => clientId === client.clientId)).toMatchObject({
      suspendedAt: expect.any(String) as unknown,
      suspensionReason: 'Register: licence withdrawn',
    });
    await expect(suspendClient(bank.operator, client.clientId, 'Again')).rejects.toThrow('STATUS_INVALID');
    await expect(suspendClient(bank.operator, client.clientId, ' ')).rejects.toThrow('FORMAT_ERROR');
    await resumeClient(bank.operator, client.clientId, 'Licence renewed');
    await expect(resumeClient(bank.operator, client.clientId, 'Again')).rejects.toThrow('STATUS_INVALID');
    for (const [call] of calls) await until('the client is served again', async () => (await call()).status !== 403);
    await all((normally) => [normally]);
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
    browser.response = page;
    await browser.press('approve');
    expect(browser.redirectParameters).toHaveProperty('code');
    expect(verifier).toBeDefined();
    const { rows } = await bank
      .database('ais-pis')
      .query<{ operation: string }>('select operation from audit where client_id = $1', [client.clientId]);
    expect(rows.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['suspendClient', 'resumeClient']));
  });
});

describe('consents and payments of a stopped client', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let itself: Caller;
  beforeEach(async () => {
    client = await bank.client({ name: 'Shop' });
    itself = await client.withClientToken('payments', 'PIS');
  });
  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  const created = async (iban: string) => (await itself.post(sepa, { ...inEuro, debtorAccount: { iban } })).body.paymentId as string;
  const stored = async (paymentId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ status: string }>('select transaction_status as status from payment where payment_id = $1', [paymentId])
    ).rows[0]!.status;

  it('are shown to customers, who can end them; a payment of two owners waits and is approved after the suspension', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const paymentId = await created(shared.iban);
    await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    const { consentId } = await client.consentedBy(one, { accounts: [{ iban: (await anAccount(bank, [one])).iban }] });
    const browser = await entered(two);
    await browser.open(`/customer/payments/${paymentId}/approval`);
    const page = browser.response;
    await suspendClient(bank.operator, client.clientId, 'Test');

    expect((await browser.press('approve')).status).toBe(422);
    expect(browser.response.text).toContain('We have stopped \u2068Shop\u2069');
    expect((await browser.open(`/customer/payments/${paymentId}/approval?lang=he`)).text).toContain('הפסקנו לעת עתה את');
    expect(await stored(paymentId)).toBe('PATC');
    const first = await entered(one);
    expect(first.response.text).toContain('Stopped by us for now');
    await first.open(`/customer/access/${consentId}`);
    expect(first.response.text).toContain('value="end"');

    await resumeClient(bank.operator, client.clientId, 'Test');
    browser.response = page;
    await browser.open(`/customer/payments/${paymentId}/approval`);
    await browser.press('approve');
    expect(browser.response.text).toContain('Approved. It has taken effect.');
  });

  it("are executed if they were approved before: the customer's order remains valid", async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created(iban);
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    await suspendClient(bank.operator, client.clientId, 'Test');
    const underWay = ['RCVD', 'ACTC'];
    await until('the payment is executed', async () => !underWay.includes(await stored(paymentId)));
    await resumeClient(bank.operator, client.clientId, 'Test');
    expect(['ACFC', 'PDNG', 'ACSP', 'ACSC']).toContain(await statusAfter(itself, `${sepa}/${paymentId}`, underWay));
  });

  it("cannot be approved by a second owner after the client's removal, even on a page that is already open", async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const [kept, gone] = [await bank.client({ name: 'Shop' }), client];
    const paymentId = await created(shared.iban);
    itself = await kept.withClientToken('payments', 'PIS');
    const other = await created(shared.iban);
    await gone.approvedBy(one, 'payments', `PIS:${paymentId}`);
    await kept.approvedBy(one, 'payments', `PIS:${other}`);
    const browser = await entered(two);
    await browser.open(`/customer/payments/${paymentId}/approval`);
    await removeClient(bank.operator, gone.clientId);
    await browser.press('approve');
    expect(browser.response.text).toContain('changed in the meantime');
    expect(await stored(paymentId)).toBe('PATC');
    expect(browser.response.text).not.toContain(paymentId);
    await browser.open(`/customer/payments/${other}/approval`);
    await browser.press('approve');
    expect(browser.response.text).toContain('Approved. It has taken effect.');
  });
});
