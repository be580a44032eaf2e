import { alertOf, inDays, runningBank, titleOf, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { abroad, statusChanges, inEuro, inShekel, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const unknown = { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] };

describe('the approval of a payment', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let itself: Caller;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client({ name: 'Shop <3' });
    itself = (await client.withClientToken('payments', 'PIS')).paced;
    customer = await aCustomer(bank);
  });
  const created = async (body: unknown, product = sepa, by = itself): Promise<string> =>
    (await by.post(product, body)).body.paymentId as string;
  const paymentStatus = async (paymentId: string) =>
    (await itself.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string; tppMessages?: { text: string }[] };
  /** Opens the approval page as a signed-in customer. */
  const started = async (paymentId: string, by = customer) => {
    const authorization = client.authorization('payments', `PIS:${paymentId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(authorization.url);
    await browser.press('sign-in', { login: by.login, password: by.password });
    return { browser, authorization };
  };

  it('shows amount, creditor, date, account and fee, and yields a token for that payment only', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created(
      { ...abroad, debtorAccount: { iban }, remittanceInformationUnstructured: "Invoice '7", requestedExecutionDate: inDays(40) },
      '/v1.7/payments/cross-border-credit-transfers',
    );
    const other = await created({ ...inEuro, debtorAccount: { iban } });
    const { browser, authorization } = await started(paymentId);
    for (const text of [
      'Shop &lt;3',
      'asks you to pay',
      '€12.50',
      'Bookshop',
      'DE89 3704 0044 0532 0130 00',
      'Invoice &#39;7',
      '€12.00',
      'Transfer abroad',
      iban.slice(-3),
    ])
      expect(browser.response.text).toContain(text);
    expect(browser.response.text).not.toContain('type="radio"');
    await browser.press('approve');
    expect(browser.redirectParameters).toMatchObject({
      state: authorization.state,
      code: expect.any(String),
      iss: expect.stringContaining('/v1.7/oauth/payments'),
    });
    expect((await statusChanges(bank, paymentId))[0]).toBe('RCVD>ACTC');

    const { access_token: token, scope } = (await client.redeem(authorization, browser.response.headers['location'] as string)) as {
      access_token: string;
      scope?: string;
    };
    expect(scope).toBe(`PIS:${paymentId}`);
    for (const below of ['', '/status']) {
      expect(await client.call('GET', `/v1.7/payments/cross-border-credit-transfers/${paymentId}${below}`, { token })).toAnswer(200);
      expect(await client.call('GET', `${sepa}/${other}${below}`, { token })).toAnswer(404, unknown);
      expect(await itself.get(`${sepa}/${other}${below}`)).toAnswer(200);
    }
    expect(await client.call('POST', sepa, { token, body: inEuro })).toAnswer(401, { tppMessages: [{ code: 'TOKEN_INVALID' }] });
    expect(await client.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': paymentId } })).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_UNKNOWN' }],
    });
    const stored = await bank
      .database('ais-pis')
      .query(
        'select p.psu_id, a.iban, p.fee::text, p.execution_date::text as day from payment p join account a on a.account_id = p.debtor_account_id where payment_id = $1',
        [paymentId],
      );
    expect(stored.rows).toMatchObject([{ psu_id: customer.psuId, iban, fee: '12.00' }]);
  });

  it("lets the customer choose one of their accounts in the payment's currency if the request names none", async () => {
    const owner = await aCustomer(bank);
    const [first, second, shekel] = [
      await anAccount(bank, [owner]),
      await anAccount(bank, [owner]),
      await anAccount(bank, [owner], { currency: 'ILS' }),
    ];
    const paymentId = await created({ ...inEuro, requestedExecutionDate: inDays(30) });
    const { browser } = await started(paymentId, owner);
    expect(browser.response.text.match(/type="radio"/g)).toHaveLength(2);
    expect(browser.response.text).not.toContain(shekel.accountId);
    expect((await browser.press('approve')).status).toBe(422);
    expect(alertOf(browser.response.text)).toContain('Choose one account');
    expect((await browser.press('approve', { account: [`ais-pis:${first.accountId}`, `ais-pis:${second.accountId}`] })).status).toBe(422);
    expect((await browser.press('approve', { account: `ais-pis:${shekel.accountId}` })).status).toBe(422);
    expect(await statusChanges(bank, paymentId)).toEqual([]);
    await browser.press('approve', { account: `ais-pis:${second.accountId}` });
    expect(browser.redirectParameters).toHaveProperty('code');
    const { rows } = await bank.database('ais-pis').query('select debtor_account_id from payment where payment_id = $1', [paymentId]);
    expect(rows).toEqual([{ debtor_account_id: second.accountId }]);
  });

  it("is refused for an account that is another customer's, closed or in another currency, without revealing which", async () => {
    const theirs = await anAccount(bank, [await aCustomer(bank)]);
    const shekel = await anAccount(bank, [customer], { currency: 'ILS' });
    const closed = await anAccount(bank, [customer]);
    await bank.database('ais-pis').query("update account set status = 'deleted' where account_id = $1", [closed.accountId]);
    const text = new Set<string>();
    for (const { iban } of [theirs, shekel, closed, { iban: 'IL620108000000099999999' }]) {
      const paymentId = await created({ ...inEuro, debtorAccount: { iban } });
      const { browser } = await started(paymentId);
      text.add(browser.response.text.replace(/interaction\/[^?]+|name="csrf" value="[^"]+"/g, ''));
      expect(alertOf(browser.response.text)).toContain('You cannot make this payment from the account that was asked for');
      const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
      await browser.open(browser.url.href, new URLSearchParams({ csrf, step: 'approve', code: '123456', about: '' }));
      expect(browser.response.status).toBe(422);
      expect(await paymentStatus(paymentId)).toEqual({ transactionStatus: 'RCVD' });
    }
    expect(text.size).toBe(1);
    const blocked = await anAccount(bank, [customer]);
    await bank.database('ais-pis').query("update account set status = 'blocked' where account_id = $1", [blocked.accountId]);
    const { browser } = await started(await created({ ...inEuro, debtorAccount: { iban: blocked.iban } }));
    expect(alertOf(browser.response.text)).toContain('The account is blocked at the moment. Nothing was paid.');
    const poor = await aCustomer(bank);
    await anAccount(bank, [poor]);
    const shekels = await started(await created(inShekel, '/v1.7/payments/masav'), poor);
    expect(alertOf(shekels.browser.response.text)).toContain('no account here in the currency');
  });

  it('is bound to amount and creditor: with different ones the code is invalid (RTS art. 5)', async () => {
    const { iban } = await anAccount(bank, [customer]);
    for (const change of [
      "request = jsonb_set(request, '{instructedAmount,amount}', '\"99.00\"'), amount = 99",
      "request = jsonb_set(request, '{creditorAccount,iban}', '\"FR1420041010050500013M02606\"')",
      "request = jsonb_set(request, '{creditorName}', '\"Thief\"')",
    ]) {
      const paymentId = await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
      const { browser } = await started(paymentId);
      const codeOf = () => /id="code"[^>]*value="(\d{6})"/.exec(browser.response.text)![1]!;
      const before = codeOf();
      await bank.database('ais-pis').query(`update payment set ${change} where payment_id = $1`, [paymentId]);
      expect((await browser.press('approve')).status).toBe(422);
      expect(alertOf(browser.response.text)).toContain('has changed');
      expect(codeOf()).not.toBe(before);
      expect((await browser.press('approve', { code: before })).status).toBe(422);
      expect(await statusChanges(bank, paymentId)).toEqual([]);
      await browser.press('approve');
      expect(browser.redirectParameters).toHaveProperty('code');
      expect((await statusChanges(bank, paymentId))[0]).toBe('RCVD>ACTC');
    }
  });

  it('redirects with access_denied if refused, and the payment is rejected; going back changes nothing', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban } });
    const before = await started(paymentId);
    await before.browser.press('cancel');
    expect(await paymentStatus(paymentId)).toEqual({ transactionStatus: 'RCVD' });
    const { browser, authorization } = await started(paymentId);
    await browser.press('refuse');
    expect(browser.redirectParameters).toMatchObject({ error: 'access_denied', state: authorization.state });
    expect(await paymentStatus(paymentId)).toEqual({
      transactionStatus: 'RJCT',
      tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED', text: expect.stringMatching(/^CUST: /), href: '/errors/PAYMENT_FAILED' }],
    });
    const after = new Browser(bank.baseUrl, client.from);
    await after.open(client.authorization('payments', `PIS:${paymentId}`).url);
    expect(after.redirectParameters).toMatchObject({ error: 'invalid_scope' });
    const stranger = await started(await created({ ...inEuro, debtorAccount: { iban } }), await aCustomer(bank));
    expect(stranger.browser.response.text).not.toContain('value="refuse"');
  });

  it('takes effect once if given in two windows at the same time', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
    const windows = [await started(paymentId), await started(paymentId)];
    await Promise.all(windows.map(({ browser }) => browser.press('approve')));
    // A window that looks after the other's approval is shown what has become of the payment, and answers that.
    for (const { browser } of windows) if (browser.response.status === 200) await browser.press('approve');
    for (const { browser } of windows) expect([browser.response.status, titleOf(browser.response.text)]).toEqual([303, '']);
    for (const { browser } of windows) expect(browser.redirectParameters).toHaveProperty('code');
    expect((await statusChanges(bank, paymentId)).filter((change) => change === 'RCVD>ACTC')).toHaveLength(1);
  });

  it('can be repeated by the customer for a new token, but not for another client', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
    for (const caller of [
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`),
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`),
    ]) {
      expect(await caller.get(`${sepa}/${paymentId}/status`)).toAnswer(200);
    }
    expect((await statusChanges(bank, paymentId)).filter((change) => change === 'RCVD>ACTC')).toHaveLength(1);
    const { browser: again } = await started(paymentId);
    expect(titleOf(again.response.text)).toContain('You have already approved this payment');
    expect(again.response.text).toContain('Nothing is paid a second time');
    expect(again.response.text).not.toContain('asks you to pay');
    await again.press('refuse');
    expect(['ACTC', 'PDNG']).toContain((await paymentStatus(paymentId)).transactionStatus);
    const thief = await bank.client();
    const browser = new Browser(bank.baseUrl, thief.from);
    await browser.open(thief.authorization('payments', `PIS:${paymentId}`).url);
    expect(browser.redirectParameters).toMatchObject({ error: 'invalid_scope' });
  });

  it('redirects with a code even if the payment has failed meanwhile, and its token reads the reason', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const instant = '/v1.7/payments/instant-sepa-credit-transfers';
    const paymentId = await created(
      { ...inEuro, instructedAmount: { currency: 'EUR', amount: '99999.00' }, debtorAccount: { iban } },
      instant,
    );
    const { browser, authorization } = await started(paymentId);
    browser.followsRedirects = false;
    const {
      headers: { location },
    } = await browser.press('approve');
    expect(await statusAfter(itself, `${instant}/${paymentId}`, ['ACTC'])).toBe('RJCT');
    browser.followsRedirects = true;
    await browser.open(location as string);
    expect(browser.redirectParameters).toHaveProperty('code');
    const { access_token: token } = await client.redeem(authorization, browser.response.headers['location'] as string);
    expect(await client.call('GET', `${instant}/${paymentId}/status`, { token })).toAnswer(200, {
      transactionStatus: 'RJCT',
      tppMessages: [{ text: expect.stringMatching(/^AM04: /) }],
    });
  });

  it('cannot be obtained by a client itself with any grant type', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban } });
    const scope = `PIS:${paymentId}`;
    const { browser, authorization } = await started(
      await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) }),
    );
    await browser.press('approve');
    const code = new URL(browser.response.headers['location'] as string).searchParams.get('code')!;
    const given = await client.redeem(authorization, browser.response.headers['location'] as string);
    const forms: Record<string, string>[] = [
      { grant_type: 'client_credentials', scope },
      { grant_type: 'client_credentials', scope: `PIS ${scope}` },
      { grant_type: 'authorization_code', code, redirect_uri: client.client.redirectUri, code_verifier: authorization.verifier, scope },
      { grant_type: 'refresh_token', refresh_token: given.refresh_token!, scope },
      { grant_type: 'password', username: customer.login, password: customer.password, scope },
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: given.access_token, scope },
    ];
    for (const form of forms) {
      const { status, body } = await client.requestToken('payments', form);
      expect({ form: form['grant_type'], status, token: (body as { access_token?: string }).access_token }).toEqual({
        form: form['grant_type'],
        status: 400,
        token: undefined,
      });
    }
    expect(await client.requestToken('payments', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'PIS' });
    expect(await paymentStatus(paymentId)).toEqual({ transactionStatus: 'RCVD' });
  });
});
