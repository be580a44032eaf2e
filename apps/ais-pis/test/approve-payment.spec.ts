import { alertOf, runningBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { Browser } from './a-browser.js';
import { aCustomer, anAccount } from './a-customer.js';
import { abroad, changesOf, inDays, inEuro, inShekel, statusAfter } from './a-payment.js';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const unknown = { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] };

describe('the approval of a payment', () => {
  const bank = runningBank();
  let client: TestClient;
  let itself: Caller;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client({ name: 'Shop <3' });
    itself = (await client.asItself('payments', 'PIS')).paced;
    customer = await aCustomer(bank);
  });
  const created = async (body: unknown, product = sepa, by = itself): Promise<string> =>
    (await by.post(product, body)).body.paymentId as string;
  const statusOf = async (paymentId: string) =>
    (await itself.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string; tppMessages?: { text: string }[] };
  /** A customer who has signed in and sees the page. */
  const begun = async (paymentId: string, by = customer) => {
    const authorization = client.authorization('payments', `PIS:${paymentId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(authorization.url);
    await browser.press('sign-in', { login: by.login, password: by.password });
    return { browser, authorization };
  };

  it('shows how much, to whom, when, from which account and for which fee; and a token of it reads that payment alone', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created(
      { ...abroad, debtorAccount: { iban }, remittanceInformationUnstructured: 'Invoice & 7', requestedExecutionDate: inDays(40) },
      '/v1.7/payments/cross-border-credit-transfers',
    );
    const other = await created({ ...inEuro, debtorAccount: { iban } });
    const { browser, authorization } = await begun(paymentId);
    for (const said of [
      'Shop &lt;3',
      'asks you to pay',
      '12.50 EUR',
      'Bookshop',
      'DE89 3704 0044 0532 0130 00',
      'Invoice &amp; 7',
      '12.00 EUR',
      'Transfer abroad',
      iban.slice(-3),
    ])
      expect(browser.seen.text).toContain(said);
    expect(browser.seen.text).not.toContain('type="radio"');
    await browser.press('approve');
    expect(browser.told).toMatchObject({
      state: authorization.state,
      code: expect.any(String),
      iss: expect.stringContaining('/v1.7/oauth/payments'),
    });
    expect((await changesOf(bank, paymentId))[0]).toBe('RCVD>ACTC');

    const { access_token: token, scope } = (await client.redeem(authorization, browser.seen.headers['location'] as string)) as {
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

  it('lets the customer choose one of their accounts in its currency where the request leaves it open', async () => {
    const owner = await aCustomer(bank);
    const [first, second, shekel] = [
      await anAccount(bank, [owner]),
      await anAccount(bank, [owner]),
      await anAccount(bank, [owner], { currency: 'ILS' }),
    ];
    const paymentId = await created({ ...inEuro, requestedExecutionDate: inDays(30) });
    const { browser } = await begun(paymentId, owner);
    expect(browser.seen.text.match(/type="radio"/g)).toHaveLength(2);
    expect(browser.seen.text).not.toContain(shekel.accountId);
    expect((await browser.press('approve')).status).toBe(422);
    expect(alertOf(browser.seen.text)).toContain('Choose one account');
    expect((await browser.press('approve', { account: [`ais-pis:${first.accountId}`, `ais-pis:${second.accountId}`] })).status).toBe(422);
    expect((await browser.press('approve', { account: `ais-pis:${shekel.accountId}` })).status).toBe(422);
    expect(await changesOf(bank, paymentId)).toEqual([]);
    await browser.press('approve', { account: `ais-pis:${second.accountId}` });
    expect(browser.told).toHaveProperty('code');
    const { rows } = await bank.database('ais-pis').query('select debtor_account_id from payment where payment_id = $1', [paymentId]);
    expect(rows).toEqual([{ debtor_account_id: second.accountId }]);
  });

  it('is not to be had for an account that is not theirs, of another currency or closed, and does not tell which', async () => {
    const theirs = await anAccount(bank, [await aCustomer(bank)]);
    const shekel = await anAccount(bank, [customer], { currency: 'ILS' });
    const closed = await anAccount(bank, [customer]);
    await bank.database('ais-pis').query("update account set status = 'deleted' where account_id = $1", [closed.accountId]);
    const said = new Set<string>();
    for (const { iban } of [theirs, shekel, closed, { iban: 'IL620108000000099999999' }]) {
      const paymentId = await created({ ...inEuro, debtorAccount: { iban } });
      const { browser } = await begun(paymentId);
      said.add(browser.seen.text.replace(/interaction\/[^?]+|name="csrf" value="[^"]+"/g, ''));
      expect(alertOf(browser.seen.text)).toContain('You cannot make this payment from the account that was asked for');
      const csrf = /name="csrf" value="([^"]+)"/.exec(browser.seen.text)![1]!;
      await browser.open(browser.at.href, new URLSearchParams({ csrf, step: 'approve', code: '123456', about: '' }));
      expect(browser.seen.status).toBe(422);
      expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'RCVD' });
    }
    expect(said.size).toBe(1);
    const blocked = await anAccount(bank, [customer]);
    await bank.database('ais-pis').query("update account set status = 'blocked' where account_id = $1", [blocked.accountId]);
    const { browser } = await begun(await created({ ...inEuro, debtorAccount: { iban: blocked.iban } }));
    expect(alertOf(browser.seen.text)).toContain('The account is blocked at the moment. Talk to us about it. Nothing was paid.');
    const poor = await aCustomer(bank);
    await anAccount(bank, [poor]);
    const shekels = await begun(await created(inShekel, '/v1.7/payments/masav'), poor);
    expect(alertOf(shekels.browser.seen.text)).toContain('no account here in the currency');
  });

  it('is of this amount and this creditor: where one of them is another, the code is worth nothing (RTS art. 5)', async () => {
    const { iban } = await anAccount(bank, [customer]);
    for (const change of [
      "request = jsonb_set(request, '{instructedAmount,amount}', '\"99.00\"'), amount = 99",
      "request = jsonb_set(request, '{creditorAccount,iban}', '\"FR1420041010050500013M02606\"')",
      "request = jsonb_set(request, '{creditorName}', '\"Thief\"')",
    ]) {
      const paymentId = await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
      const { browser } = await begun(paymentId);
      const codeOf = () => /id="code"[^>]*value="(\d{6})"/.exec(browser.seen.text)![1]!;
      const before = codeOf();
      await bank.database('ais-pis').query(`update payment set ${change} where payment_id = $1`, [paymentId]);
      expect((await browser.press('approve')).status).toBe(422);
      expect(alertOf(browser.seen.text)).toContain('has changed');
      expect(codeOf()).not.toBe(before);
      expect((await browser.press('approve', { code: before })).status).toBe(422);
      expect(await changesOf(bank, paymentId)).toEqual([]);
      await browser.press('approve');
      expect(browser.told).toHaveProperty('code');
      expect((await changesOf(bank, paymentId))[0]).toBe('RCVD>ACTC');
    }
  });

  it('refused leads back with access_denied, and the payment says so; going back changes nothing', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban } });
    const before = await begun(paymentId);
    await before.browser.press('cancel');
    expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'RCVD' });
    const { browser, authorization } = await begun(paymentId);
    await browser.press('refuse');
    expect(browser.told).toMatchObject({ error: 'access_denied', state: authorization.state });
    expect(await statusOf(paymentId)).toEqual({
      transactionStatus: 'RJCT',
      tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED', text: expect.stringMatching(/^CUST: /) }],
    });
    const after = new Browser(bank.baseUrl, client.from);
    await after.open(client.authorization('payments', `PIS:${paymentId}`).url);
    expect(after.told).toMatchObject({ error: 'invalid_scope' });
    const stranger = await begun(await created({ ...inEuro, debtorAccount: { iban } }), await aCustomer(bank));
    expect(stranger.browser.seen.text).not.toContain('value="refuse"');
  });

  it('of an account whose owners act together needs both; a stranger is refused', async () => {
    const [one, two, nobody] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const paymentId = await created({ ...inEuro, debtorAccount: { iban: shared.iban }, requestedExecutionDate: inDays(30) });
    const first = await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'PATC' });
    expect(await first.get(`${sepa}/${paymentId}`)).toAnswer(200, { transactionStatus: 'PATC' });
    await expect(client.approvedBy(nobody, 'payments', `PIS:${paymentId}`)).rejects.toThrow(/somebody else/);
    await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    expect(await changesOf(bank, paymentId)).toEqual(['RCVD>PATC']);
    const second = await begun(paymentId, two);
    expect(second.browser.seen.text).toContain('Another owner has approved already');
    await second.browser.press('approve');
    expect((await changesOf(bank, paymentId)).slice(0, 2)).toEqual(['RCVD>PATC', 'PATC>ACTC']);
    const { rows } = await bank
      .database('ais-pis')
      .query('select psu_id from payment_approval where payment_id = $1 order by approved_at', [paymentId]);
    expect(rows).toEqual([{ psu_id: one.psuId }, { psu_id: two.psuId }]);
  });

  it('is refused by the second owner for both', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const paymentId = await created({ ...inEuro, debtorAccount: { iban: shared.iban } });
    const first = await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    await expect(client.approvedBy(two, 'payments', `PIS:${paymentId}`, { refuse: true })).rejects.toThrow(/access_denied/);
    expect(await statusOf(paymentId)).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ text: expect.stringMatching(/^CUST: /) }],
    });
    expect(await first.get(`${sepa}/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RJCT' });
  });

  it('pressed in two windows at once is one approval', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
    const windows = [await begun(paymentId), await begun(paymentId)];
    await Promise.all(windows.map(({ browser }) => browser.press('approve')));
    for (const { browser } of windows) expect(browser.told).toHaveProperty('code');
    expect((await changesOf(bank, paymentId)).filter((change) => change === 'RCVD>ACTC')).toHaveLength(1);
  });

  it('may be authorized again by its customer for a new token, and by no other client', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
    for (const caller of [
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`),
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`),
    ]) {
      expect(await caller.get(`${sepa}/${paymentId}/status`)).toAnswer(200);
    }
    expect((await changesOf(bank, paymentId)).filter((change) => change === 'RCVD>ACTC')).toHaveLength(1);
    const thief = await bank.client();
    const browser = new Browser(bank.baseUrl, thief.from);
    await browser.open(thief.authorization('payments', `PIS:${paymentId}`).url);
    expect(browser.told).toMatchObject({ error: 'invalid_scope' });
  });

  it('leads back with a code although the payment has failed meanwhile, and its token reads why', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const instant = '/v1.7/payments/instant-sepa-credit-transfers';
    const paymentId = await created(
      { ...inEuro, instructedAmount: { currency: 'EUR', amount: '99999.00' }, debtorAccount: { iban } },
      instant,
    );
    const { browser, authorization } = await begun(paymentId);
    browser.follows = false;
    const {
      headers: { location },
    } = await browser.press('approve');
    expect(await statusAfter(itself, `${instant}/${paymentId}`, ['ACTC'])).toBe('RJCT');
    browser.follows = true;
    await browser.open(location as string);
    expect(browser.told).toHaveProperty('code');
    const { access_token: token } = await client.redeem(authorization, browser.seen.headers['location'] as string);
    expect(await client.call('GET', `${instant}/${paymentId}/status`, { token })).toAnswer(200, {
      transactionStatus: 'RJCT',
      tppMessages: [{ text: expect.stringMatching(/^AM04: /) }],
    });
  });

  it('is minted by no client: each grant type is tried', async () => {
    const { iban } = await anAccount(bank, [customer]);
    const paymentId = await created({ ...inEuro, debtorAccount: { iban } });
    const scope = `PIS:${paymentId}`;
    const { browser, authorization } = await begun(
      await created({ ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) }),
    );
    await browser.press('approve');
    const code = new URL(browser.seen.headers['location'] as string).searchParams.get('code')!;
    const given = await client.redeem(authorization, browser.seen.headers['location'] as string);
    const forms: Record<string, string>[] = [
      { grant_type: 'client_credentials', scope },
      { grant_type: 'client_credentials', scope: `PIS ${scope}` },
      { grant_type: 'authorization_code', code, redirect_uri: client.client.redirectUri, code_verifier: authorization.verifier, scope },
      { grant_type: 'refresh_token', refresh_token: given.refresh_token!, scope },
      { grant_type: 'password', username: customer.login, password: customer.password, scope },
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: given.access_token, scope },
    ];
    for (const form of forms) {
      const { status, body } = await client.askForToken('payments', form);
      expect({ form: form['grant_type'], status, token: (body as { access_token?: string }).access_token }).toEqual({
        form: form['grant_type'],
        status: 400,
        token: undefined,
      });
    }
    expect(await client.askForToken('payments', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'PIS' });
    expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'RCVD' });
  });
});
