import { alertOf, ApprovalApp, Browser, newCustomer, freshBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import Value from 'typebox/value';
import { aDebtor, anAccount, receivedMandate } from './a-debtor.js';

describe('a mandate in the bank’s own app', () => {
  const settings: Record<string, string> = {};
  let app: ApprovalApp;
  beforeAll(async () => {
    app = await ApprovalApp.open(settings);
  });
  afterAll(() => {
    app.close();
  });
  const bank = freshBank(['ais-pis', 'mandates'], settings);
  const { asks } = ApprovalApp.schemas();

  /** A customer who has signed in at an issuer and pressed the button that asks the app. */
  const asked = async (client: TestClient, customer: TestCustomer, issuer: 'mandates' | 'cancellation', scope: string) => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization(issuer, scope).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    expect(browser.response.text).not.toContain('name="code"');
    await browser.press('ask-app');
    return browser;
  };
  /** A mandate whose app was asked. */
  const waiting = async () => {
    const { customer, account } = await aDebtor(bank);
    const mandate = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
    const browser = await asked(mandate.client, customer, 'mandates', mandate.scope);
    const status = async () => ((await mandate.itself.get(`${mandate.self}/status`)).body as { mandateStatus: string }).mandateStatus;
    return { ...mandate, customer, account, browser, status };
  };

  it('is given by the answer of the app for exactly what it was told, and ended so too', async () => {
    const { browser, customer, account, client, itself, self, resourceId, status } = await waiting();
    expect(Value.Check(asks, app.received.at(-1)!.body)).toBe(true);
    const { last } = app;
    expect(last).toMatchObject({
      answerTo: `${bank.baseUrl}/v2/oauth/mandates/app-answers`,
      facts: { kind: 'mandate', id: resourceId, creditorName: 'City Power', accounts: [{ number: account.iban }] },
    });
    expect(await app.answer(last, 'approved', { factsHash: 'A'.repeat(43) })).toBe(409);
    expect((await browser.press('go-on')).status).toBe(422);
    expect(await app.answer(last, 'approved')).toBe(204);
    expect(await status()).toBe('RCVD');
    await browser.press('go-on');
    expect([browser.redirectParameters['code'] !== undefined, await status()]).toEqual([true, 'ACTV']);

    expect(await itself.delete(self)).toAnswer(202);
    const ending = await asked(client, customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`);
    expect(app.last).toMatchObject({
      answerTo: `${bank.baseUrl}/v2/oauth/mandates/cancellation/app-answers`,
      facts: { kind: 'cancellation', id: resourceId },
    });
    expect(await app.answer({ ...app.last, answerTo: last.answerTo }, 'approved', {}, { header: { aud: app.last.answerTo } })).toBe(401);
    expect(await app.answer(app.last, 'approved')).toBe(204);
    expect(await status()).toBe('ACTV');
    await ending.press('go-on');
    expect(await status()).toBe('CANC');
  });

  it('is rejected where the app refuses, and waits where it is down or nobody answers', async () => {
    const refused = await waiting();
    expect(await app.answer(app.last, 'refused')).toBe(204);
    await refused.browser.press('go-on');
    expect([refused.browser.redirectParameters['error'], await refused.status()]).toEqual(['access_denied', 'RJCT']);

    app.nextStatuses = [503];
    const late = await waiting();
    expect(late.browser.response.text).toContain('could not reach our app yet');
    await bank.advance('PT6M');
    expect(alertOf((await late.browser.press('go-on')).text)).toContain('no answer in the app in time');
    expect([await app.answer(app.last, 'approved'), await late.status()]).toEqual([409, 'RCVD']);
    await late.browser.press('ask-app');
    expect(await app.answer(app.last, 'approved')).toBe(204);
    await late.browser.press('go-on');
    expect(await late.status()).toBe('ACTV');
  });

  it('of two owners is approved by both in the app: the second one on the bank’s own pages', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const { client, itself, self, scope, resourceId } = await receivedMandate(bank, { debtorAccount: { iban: shared.iban } });
    const first = await asked(client, one, 'mandates', scope);
    await app.answer(app.last, 'approved');
    await first.press('go-on');
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'PATC' });

    const second = new Browser(bank.baseUrl, client.from);
    await second.open('/customer');
    await second.press('sign-in', { login: two.login, password: two.password });
    await second.open(`/customer/mandates/${resourceId}/approval`);
    await second.press('ask-app');
    expect(app.last).toMatchObject({ psuId: two.psuId, facts: { kind: 'mandate', id: resourceId, second: true } });
    expect(await app.answer(app.last, 'approved')).toBe(204);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'PATC' });
    await second.press('go-on');
    expect(second.response.text).toContain('It has taken effect.');
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'ACTV' });
  });
});
