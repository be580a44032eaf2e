import { hash } from 'node:crypto';
import { alertOf, exchange, runningBank, until, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('the pages of an approval', () => {
  const bank = runningBank(services);
  const started = async (client: TestClient) => {
    const consentId = await client.createConsent({ balances: [], transactions: [] });
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(authorization.url);
    const status = async () =>
      ((await (await client.withClientToken('consents')).get(`/v1.7/consents/${consentId}/status`)).body as { consentStatus: string })
        .consentStatus;
    return {
      consentId,
      authorization,
      browser,
      status,
      signIn: (password = bank.demo.password, login = bank.demo.login) => browser.press('sign-in', { login, password }),
    };
  };
  const code = (browser: Browser) => /id="code"[^>]*value="(\d{6})"/.exec(browser.response.text)![1]!;
  const firstAccount = (browser: Browser) => /name="account" value="([^"]+)"/.exec(browser.response.text)![1]!;

  it('show the requested access after sign-in, and yield a code for the selected accounts', async () => {
    const client = await bank.client({ name: 'Budget <3' });
    const { browser, signIn, status, authorization, consentId } = await started(client);
    expect(browser.response.text).toContain('Budget &lt;3');
    expect(browser.response.text).not.toContain('Approve');
    expect((await signIn('wrong')).status).toBe(422);
    expect(alertOf(browser.response.text)).toContain('wrong');

    await signIn();
    for (const text of ['Balances', 'Transactions', 'Choose the accounts']) expect(browser.response.text).toContain(text);
    expect((await browser.press('approve', { account: [] })).status).toBe(422);
    await browser.press('approve', { account: firstAccount(browser) });
    expect(browser.redirectParameters).toMatchObject({
      state: authorization.state,
      iss: expect.stringContaining('/v1.7/oauth/consents'),
      code: expect.any(String),
    });
    expect(await status()).toBe('valid');
    const { access_token: token } = await client.redeem(authorization, browser.response.headers['location'] as string);
    const granted = await bank.database('ais-pis').query('select 1 from consent_grant where consent_id = $1', [consentId]);
    expect(granted.rowCount).toBe(1);
    expect(await client.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId } })).toAnswer(200);
  });

  it('lead back without a code when the customer refuses, and change nothing when they only go back', async () => {
    const client = await bank.client();
    const before = await started(client);
    await before.browser.press('cancel');
    expect(before.browser.redirectParameters).toMatchObject({ error: 'access_denied', state: before.authorization.state });
    expect(await before.status()).toBe('received');

    const after = await started(client);
    await after.signIn();
    await after.browser.press('cancel');
    expect(await after.status()).toBe('received');

    const refused = await started(client);
    await refused.signIn();
    await refused.browser.press('refuse');
    expect(refused.browser.redirectParameters).toMatchObject({ error: 'access_denied', state: refused.authorization.state });
    expect(refused.browser.redirectParameters).not.toHaveProperty('code');
    expect(await refused.status()).toBe('rejected');
  });

  it('end a request that the customer did not ask for, lead nowhere, and tell the bank', async () => {
    const counted = async () => {
      const { text } = await exchange(`http://127.0.0.1:${bank.facts.internal['ais-pis'].internalPort}/metrics`);
      return Number(/^openbank_reported_requests_total\{issuer="consents".* (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await counted();
    const { browser, consentId, signIn, status } = await started(await bank.client());
    await signIn();
    const reported = await browser.press('report');
    expect(reported.status).toBe(200);
    expect(reported.headers['location']).toBeUndefined();
    expect(reported.text).toContain('Thank you for telling us');
    expect(reported.text).not.toContain('<a href="http');
    expect(await status()).toBe('rejected');
    const { rows } = await bank.database('ais-pis').query('select operation from audit where subject = $1 order by operation', [consentId]);
    expect(rows).toContainEqual({ operation: 'consents.report' });
    expect(rows).not.toContainEqual({ operation: 'consents.refuse' });
    // Other tests report requests, too.
    expect(await counted()).toBeGreaterThan(before);
  });

  it('end a payment that the customer did not ask for as well, and tell the bank', async () => {
    const client = await bank.client();
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const itself = await client.withClientToken('payments', 'PIS');
    const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban } });
    const { paymentId } = body as { paymentId: string };
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('payments', `PIS:${paymentId}`).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const reported = await browser.press('report');
    expect([reported.status, reported.headers['location']]).toEqual([200, undefined]);
    expect(reported.text).toContain('Thank you for telling us');
    expect(await itself.get(`/v1.7/payments/sepa-credit-transfers/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RJCT' });
    const { rows } = await bank.database('ais-pis').query('select operation from audit where subject = $1', [paymentId]);
    expect(rows).toContainEqual({ operation: 'payments.report' });
    expect(rows).not.toContainEqual({ operation: 'payments.refuse' });
    await expect(client.approvedBy(customer, 'payments', `PIS:${paymentId}`)).rejects.toThrow('invalid_scope');
  });

  it('name the registered number of a client, of which one that registered itself shows none', async () => {
    const { browser, signIn } = await started(await bank.client({ name: 'Budget', organization: 'PSDIL-BOI-514' }));
    await signIn();
    expect(browser.response.text).toContain('under the number \u2068PSDIL-BOI-514\u2069');
    expect(browser.response.text).toContain('Afterwards you return to');
    const other = await started(await bank.client());
    await other.signIn();
    expect(other.browser.response.text).not.toContain('register of authorised services');
  });

  it('accept an answer once: a second press shows that it was answered', async () => {
    const { browser, signIn } = await started(await bank.client());
    await signIn();
    const [page, form] = [browser.response, { account: firstAccount(browser), code: code(browser) }];
    await browser.press('approve', form);
    browser.response = page;
    browser.url = new URL(bank.baseUrl);
    const second = await browser.press('approve', form);
    expect(second.status).toBe(409);
    expect(second.headers['location']).toBeUndefined();
  });

  it('give one code for an approval, also where two windows of the browser go on at once (two connections)', async () => {
    const client = await bank.client();
    const { browser, signIn, authorization } = await started(client);
    await signIn();
    browser.followsRedirects = false;
    const { headers } = await browser.press('approve', { account: firstAccount(browser), code: code(browser) });
    const onwards = new URL(headers['location'] as string, bank.baseUrl);
    const goOn = () => exchange(onwards.href, { from: client.from, headers: { cookie: browser.cookies.for(onwards.pathname)! } });
    const connection = await bank.database('ais-pis').connect();
    await connection.query('begin');
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid from artifact where id_hash = $1 for update', [
      hash('sha256', onwards.pathname.split('/').at(-1)!, 'buffer'),
    ]);
    const windows = [goOn(), goOn()];
    const waiting = `with recursive blocked (pid) as (
        select $1::int union select l.pid from pg_locks l join blocked b on b.pid = any (pg_blocking_pids(l.pid)) where not l.granted
      ) select count(*)::int - 1 as count from blocked`;
    await until(
      'both windows have found the interaction',
      async () => (await bank.database('ais-pis').query<{ count: number }>(waiting, [rows[0]!.pid])).rows[0]!.count === 2,
    );
    await connection.query('rollback');
    connection.release();
    const answers = await Promise.all(windows);
    const back = answers.flatMap((answer) => (answer.headers['location'] as string | undefined) ?? []);
    expect(back.map((address) => new URL(address).searchParams.has('code'))).toEqual([true]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect((await client.redeem(authorization, back[0]!)).access_token).toBeDefined();
  });

  it('accept no wrong code and no answer to different facts', async () => {
    const { browser, signIn, status } = await started(await bank.client());
    await signIn();
    const account = firstAccount(browser);
    expect((await browser.press('approve', { account, about: 'A'.repeat(43) })).status).toBe(422);
    expect(alertOf(browser.response.text)).toContain('changed');
    expect((await browser.press('approve', { account, code: '' })).status).toBe(422);
    expect(await status()).toBe('received');
    await browser.press('new-code');
    await browser.press('approve', { account });
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it('lock the login after five wrong codes, in every browser', async () => {
    const customer = await aCustomer(bank);
    await anAccount(bank, [customer]);
    const client = await bank.client();
    const { browser, signIn } = await started(client);
    await signIn(customer.password, customer.login);
    const account = firstAccount(browser);
    for (let wrong = 1; wrong < 5; wrong += 1)
      expect(alertOf((await browser.press('approve', { account, code: '999 999' })).text)).toContain('approval code is wrong');
    expect(browser.response.text).toMatch(/id="code"[^>]*aria-invalid="true" aria-describedby="code-problem code-note"/);
    expect(alertOf((await browser.press('approve', { account, code: '999 999' })).text)).toContain('locked until');
    const other = await started(client);
    expect(alertOf((await other.signIn(customer.password, customer.login)).text)).toContain('locked until');
    await bank.database('ais-pis').query('delete from sign_in_attempt where login_hash = $1', [hash('sha256', customer.login, 'buffer')]);
    await other.browser.open(other.browser.url);
    expect((await other.signIn(customer.password, customer.login)).status).toBe(200);
  });

  it('work in no other browser and accept no form from another site', async () => {
    const client = await bank.client();
    const { browser, signIn, status } = await started(client);
    await signIn();
    const address = browser.url.href;
    const stranger = new Browser(bank.baseUrl, client.from);
    expect((await stranger.open(address)).status).toBe(400);
    expect((await browser.open(address, new URLSearchParams({ step: 'refuse' }))).status).toBe(400);
    expect((await browser.open(address, new URLSearchParams({ step: 'refuse', csrf: 'A'.repeat(43) }))).status).toBe(400);
    expect(await status()).toBe('received');
    expect((await browser.open(address)).status).toBe(200);
  });

  it('run no scripts, cannot be framed, are not cached, and limit cookies to their own path', async () => {
    const { browser } = await started(await bank.client());
    expect(browser.response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(browser.response.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(browser.cookies.for('/v1.7/oauth/payments/authorize')).toBe('');
    expect(browser.cookies.for(browser.url.pathname)).toMatch(/^consents_interaction=/);
  });

  it('are in Hebrew if the browser or the language switch asks for it', async () => {
    const { browser } = await started(await bank.client());
    const address = browser.url.href;
    expect((await browser.open(address, undefined, { 'accept-language': 'he-IL,en;q=0.5' })).text).toContain('dir="rtl"');
    expect((await browser.open(`${address}?lang=he`)).text).toContain('dir="rtl"');
    expect((await browser.open(address)).text).toContain('dir="ltr"');
  });
});
