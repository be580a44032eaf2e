import { alertOf, ApprovalApp, Browser, freshBank, titleOf, type TestClient, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe('a second owner who approves in the bank’s own app', () => {
  const settings: Record<string, string> = {};
  let app: ApprovalApp;
  beforeAll(async () => {
    app = await ApprovalApp.open(settings);
  });
  afterAll(() => {
    app.close();
  });
  const bank = freshBank(['ais-pis'], settings);

  /** The way of the first owner, at the issuer. */
  const approvedFirst = async (client: TestClient, customer: TestCustomer, issuer: 'consents' | 'payments', scope: string) => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization(issuer, scope).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    await browser.press('ask-app');
    expect(await app.answer(app.last, 'approved')).toBe(204);
    await browser.press('go-on');
    expect(browser.redirectParameters).toHaveProperty('code');
  };
  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  /** A payment that the first owner has approved, and the second one looks at. */
  const waiting = async () => {
    const client = await bank.client();
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const { iban, accountId } = await anAccount(bank, [one, two], { rule: 'both' });
    const itself = await client.withClientToken('payments', 'PIS');
    const { body } = await itself.post(sepa, { ...inEuro, debtorAccount: { iban } });
    const { paymentId } = body as { paymentId: string };
    await approvedFirst(client, one, 'payments', `PIS:${paymentId}`);
    const browser = await entered(two);
    const page = `/customer/payments/${paymentId}/approval`;
    await browser.open(page);
    const status = async () => ((await itself.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string }).transactionStatus;
    const watched = async () => {
      const here = browser.response;
      const { text } = await browser.open(`${page}/app-answer`);
      browser.response = here;
      return JSON.parse(text) as { state: string };
    };
    return { client, one, two, accountId, paymentId, browser, page, status, watched };
  };

  it('types no code: the app is told the payment, and it is paid when the page goes on', async () => {
    const { two, paymentId, browser, status, watched } = await waiting();
    expect(browser.response.text).not.toContain('name="code"');
    expect((await watched()).state).toBe('ended');
    const before = app.received.length;
    const shown = await browser.press('ask-app');
    expect(app.received.length).toBe(before + 1);
    expect(app.last).toMatchObject({
      psuId: two.psuId,
      answerTo: `${bank.baseUrl}/v1.7/oauth/consents/app-answers`,
      facts: { kind: 'payment', id: paymentId, second: true, amount: inEuro.instructedAmount },
    });
    expect(shown.text).toContain(app.last.bindingMessage);
    expect(shown.headers['content-security-policy']).toContain("connect-src 'self'");
    const early = await browser.press('go-on');
    expect([early.status, alertOf(early.text)]).toEqual([422, expect.stringContaining('no answer from the app yet')]);
    expect([await status(), (await watched()).state]).toEqual(['PATC', 'waiting']);
    expect(await app.answer(app.last, 'approved')).toBe(204);
    expect([await status(), (await watched()).state]).toEqual(['PATC', 'approved']);
    await browser.press('go-on');
    expect(browser.response.text).toContain('Approved.');
    expect(await status()).not.toBe('PATC');
    const { rows } = await bank
      .database('ais-pis')
      .query<{ answer: string; signed: boolean }>(
        "select app_answer->>'answer' as answer, app_answer->>'signature' like '%..%' as signed from approval where psu_id = $1",
        [two.psuId],
      );
    expect(rows).toEqual([{ answer: expect.stringContaining('"decision":"approved"'), signed: true }]);
  });

  it('approves a consent, which then takes effect', async () => {
    const client = await bank.client();
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const { iban } = await anAccount(bank, [one, two], { rule: 'both' });
    const consentId = await client.createConsent({ balances: [{ iban }] });
    await approvedFirst(client, one, 'consents', `AIS:${consentId}`);
    const paymentStatus = async () =>
      (await bank.database('ais-pis').query('select status from consent where consent_id = $1', [consentId])).rows[0];
    const browser = await entered(two);
    await browser.open(`/customer/pending/${consentId}`);
    await browser.press('ask-app');
    expect(app.last.facts).toMatchObject({ kind: 'consent', accounts: [{ number: iban }] });
    expect(await app.answer(app.last, 'approved')).toBe(204);
    expect(await paymentStatus()).toEqual({ status: 'partiallyAuthorised' });
    await browser.press('go-on');
    expect(browser.response.text).toContain('It has taken effect');
    expect(await paymentStatus()).toEqual({ status: 'valid' });
  });

  it('refuses there, or on the page, after which the app has nothing left to answer', async () => {
    const [inApp, onPage] = [await waiting(), await waiting()];
    await inApp.browser.press('ask-app');
    expect(await app.answer(app.last, 'refused')).toBe(204);
    expect(await inApp.status()).toBe('PATC');
    await inApp.browser.press('go-on');
    expect(inApp.browser.response.text).toContain('Refused. Nothing is paid.');
    expect(await inApp.status()).toBe('RJCT');

    await onPage.browser.press('ask-app');
    await onPage.browser.confirm('refuse');
    expect(onPage.browser.response.text).toContain('Refused. Nothing is paid.');
    expect([await app.answer(app.last, 'approved'), await onPage.status()]).toEqual([409, 'RJCT']);
  });

  it('is approved by an answer for these facts, in time, of the last request alone', async () => {
    const { browser, status } = await waiting();
    await browser.press('ask-app');
    const first = app.last;
    expect(await app.answer(first, 'approved', { factsHash: 'A'.repeat(43) })).toBe(409);
    await browser.press('take-back');
    expect([browser.response.text.includes('value="ask-app"'), await app.answer(first, 'approved')]).toEqual([true, 409]);
    await browser.press('ask-app');
    await bank.advance('PT6M');
    expect(await app.answer(app.last, 'approved')).toBe(409);
    expect(alertOf((await browser.press('go-on')).text)).toContain('no answer in the app in time');
    await browser.press('ask-app');
    expect(await app.answer(app.last, 'approved')).toBe(204);
    await browser.press('go-on');
    expect(await status()).not.toBe('PATC');
  });

  it('approves nothing that has changed since the app was asked', async () => {
    const { two, browser, page, status } = await waiting();
    await browser.press('ask-app');
    const database = bank.database('ais-pis');
    const optOut = (at: string | null) => database.query('update psu set opted_out_at = $2 where psu_id = $1', [two.psuId, at]);
    await optOut('2026-01-01');
    expect(await app.answer(app.last, 'approved')).toBe(204);
    expect((await browser.press('go-on')).status).toBe(422);
    expect(await status()).toBe('PATC');
    await optOut(null);
    await browser.open(page);
    await browser.press('go-on');
    expect(await status()).not.toBe('PATC');
  });

  it('is told that the app is down, and goes on when it is back', async () => {
    const { browser, status, page } = await waiting();
    app.nextStatuses = ['never'];
    expect((await browser.press('ask-app')).text).toContain('could not reach our app yet');
    await bank
      .database('ais-pis')
      .query("update app_approval set attempted_at = attempted_at - interval '1 minute' where approval_id = $1", [app.last.approvalId]);
    expect((await browser.press('go-on')).text).not.toContain('could not reach our app yet');
    expect(await app.answer(app.last, 'approved')).toBe(204);
    const stranger = await entered(await aCustomer(bank));
    expect(JSON.parse((await stranger.open(`${page}/app-answer`)).text)).toEqual({ state: 'ended' });
    await browser.press('go-on');
    expect(await status()).not.toBe('PATC');
  });

  it('takes no code', async () => {
    const { browser, status } = await waiting();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(browser.response.text)![1]!;
    const typed = await browser.open(
      browser.url,
      new URLSearchParams({ csrf: field('csrf'), about: field('about'), code: '000000', step: 'approve' }),
    );
    expect([typed.status, titleOf(typed.text) === '', await status()]).toEqual([400, false, 'PATC']);
  });
});
