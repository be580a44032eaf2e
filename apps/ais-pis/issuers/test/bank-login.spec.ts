import { alertOf, completeInteraction, type TestCustomer } from '@open-banking/testing';
import type { LoginFault } from '@open-banking/testing/bank';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { bankWithLogin, signInThere, withSubject } from '@open-banking/ais-pis-testing/a-login-provider';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('a sign-in at the bank’s OpenID provider', () => {
  const { bank, provider } = bankWithLogin();

  const customer = async (): Promise<TestCustomer & { iban: string }> => {
    const made = await withSubject(bank, await aCustomer(bank));
    return { ...made, iban: (await anAccount(bank, [made])).iban };
  };

  /** A payment that its customer has not looked at, in a browser that shows the page which leads to the provider. */
  const payment = async (of: Pick<TestCustomer, 'login' | 'password'> & { iban: string }) => {
    const client = await bank.client();
    const itself = await client.withClientToken('payments', 'PIS');
    const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban: of.iban } });
    const { paymentId } = body as { paymentId: string };
    const { url } = await client.startAuthorization('payments', `PIS:${paymentId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(url);
    return { browser, client, paymentId, url };
  };
  /** Where the page leads. */
  const begin = async (browser: Browser): Promise<string> => {
    const link = /id="login" href="([^"]+)"/.exec(browser.response.text)![1]!;
    return (await browser.open(link.replaceAll('&amp;', '&'))).headers['location'] as string;
  };
  const signedIn = async (of: Awaited<ReturnType<typeof customer>>) => {
    const begun = await payment(of);
    const answer = await signInThere(provider(), await begin(begun.browser), of);
    await begun.browser.open(answer);
    return { ...begun, answer };
  };
  const showsApproval = (browser: Browser): boolean => browser.response.status === 200 && browser.response.text.includes('value="approve"');

  it('leads to the provider, and back to what is to be approved', async () => {
    const dana = await customer();
    const begun = await payment(dana);
    expect(begun.browser.response.text).not.toContain('name="password"');
    const there = new URL(await begin(begun.browser));
    expect(there.origin).toBe(provider().issuer);
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      prompt: 'login',
      max_age: '0',
      acr_values: 'urn:sandbox:acr:two-factors',
      redirect_uri: `${bank.baseUrl}/v1.7/oauth/payments/login`,
      ui_locales: 'en',
    });
    await begun.browser.open(await signInThere(provider(), there.href, dana));
    expect(showsApproval(begun.browser)).toBe(true);
    expect(begun.browser.url.search).not.toContain('code');
    await begun.browser.press('approve');
    expect(begun.browser.redirectParameters).toHaveProperty('code');
  });

  it.each<[LoginFault, string]>([
    ['wrong-nonce', 'could not confirm'],
    ['without-nonce', 'could not confirm'],
    ['wrong-audience', 'could not confirm'],
    ['wrong-party', 'could not confirm'],
    ['wrong-issuer', 'could not confirm'],
    ['expired', 'could not confirm'],
    ['without-time', 'could not confirm'],
    ['wrong-key', 'could not confirm'],
    ['mixed-up', 'could not confirm'],
    ['without-issuer', 'could not confirm'],
    ['old-session', 'used an earlier sign-in'],
    ['other-class', 'less than we ask for'],
    ['other-method', 'less than we ask for'],
    ['unknown-subject', 'does not belong to a customer'],
    ['login-required', 'could not sign you in this time'],
    ['down', 'does not answer at the moment'],
    ['slow', 'does not answer at the moment'],
  ])('signs nobody in where the provider is %s, says why, and signs in when it is itself again', async (fault, says) => {
    const dana = await customer();
    const { browser } = await payment(dana);
    await provider().misbehave(fault);
    const there = await begin(browser);
    const answer =
      fault === 'login-required'
        ? ((await new Browser(provider().issuer).open(there)).headers['location'] as string)
        : await signInThere(provider(), there, dana);
    await browser.open(answer);
    expect([browser.response.status, alertOf(browser.response.text)]).toEqual([422, expect.stringContaining(says)]);
    expect(browser.response.text).not.toContain('value="approve"');
    await provider().misbehave();
    await browser.open(await signInThere(provider(), await begin(browser), dana));
    expect(showsApproval(browser)).toBe(true);
  });

  it('knows a key that the provider has begun to use a moment ago', async () => {
    const dana = await customer();
    const first = await signedIn(dana);
    expect(showsApproval(first.browser)).toBe(true);
    await provider().misbehave('rotated-key');
    const second = await signedIn(dana);
    expect(showsApproval(second.browser)).toBe(true);
  });

  it('counts an answer once, in the browser that began, and only the last sign-in that was begun', async () => {
    const dana = await customer();
    const stale = expect.stringContaining('was used before, has taken too long, or was begun in another window');
    // Somebody else’s answer, which a link brings into this browser, signs nobody in here.
    const mallory = await customer();
    const [mine, theirs] = [await payment(dana), await payment(mallory)];
    const answer = await signInThere(provider(), await begin(theirs.browser), mallory);
    await begin(mine.browser);
    await mine.browser.open(answer);
    expect([mine.browser.response.status, alertOf(mine.browser.response.text)]).toEqual([422, stale]);
    await theirs.browser.open(answer);
    expect(showsApproval(theirs.browser)).toBe(true);

    const { browser, url } = mine;
    await browser.open(url);
    const first = await begin(browser);
    await browser.open(url);
    const last = await begin(browser);
    await browser.open(await signInThere(provider(), first, dana));
    expect(browser.response.status).toBe(422);
    const good = await signInThere(provider(), last, dana);
    const changed = new URL(good);
    changed.searchParams.set('state', `${changed.searchParams.get('state')!.slice(1)}A`);
    await browser.open(changed);
    expect(browser.response.status).toBe(422);
    await browser.open(good);
    expect([showsApproval(browser), browser.url.searchParams.get('login')]).toEqual([true, null]);
    await browser.open(good);
    expect(browser.url.searchParams.get('login')).toBe('stale');
    await browser.press('approve');
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it('asks nobody for a password here, and takes none', async () => {
    const dana = await customer();
    const { browser } = await payment(dana);
    const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
    const typed = { csrf, login: dana.login, password: dana.password };
    const sent = await browser.open(browser.url, new URLSearchParams({ ...typed, step: 'sign-in' }));
    expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('did not arrive as our page sends it')]);
    const left = await browser.open(browser.url, new URLSearchParams({ csrf, step: 'cancel' }));
    expect(new URL(left.headers['location'] as string).searchParams.get('error')).toBe('access_denied');
  });

  it('leads back without a sign-in when the customer cancels it there, and again when they want to', async () => {
    const dana = await customer();
    const { browser } = await payment(dana);
    const there = new Browser(provider().issuer);
    await there.open(await begin(browser));
    const { headers } = await there.press('cancel');
    await browser.open(headers['location'] as string);
    expect([browser.response.status, alertOf(browser.response.text)]).toEqual([422, expect.stringContaining('did not sign in')]);
    await browser.open(await signInThere(provider(), await begin(browser), dana));
    expect(showsApproval(browser)).toBe(true);
  });

  it('signs in nobody whose login five wrong codes have locked, and nobody without a subject', async () => {
    const dana = await customer();
    const { browser } = await signedIn(dana);
    for (let tries = 0; tries < 5; tries += 1) await browser.press('approve', { code: '000000' });
    const again = await signedIn(dana);
    expect(alertOf(again.browser.response.text)).toContain('locked for up to 15 minutes');
    await bank.advance('PT16M');
    expect(showsApproval((await signedIn(dana)).browser)).toBe(true);

    await bank.database('ais-pis').query('update psu set login_subject = null where psu_id = $1', [dana.psuId]);
    expect(alertOf((await signedIn(dana)).browser.response.text)).toContain('does not belong to a customer');
  });

  it('says why nothing can be approved by a customer who lets no third party in', async () => {
    const dana = await customer();
    await bank.database('ais-pis').query('update psu set opted_out_at = now() where psu_id = $1', [dana.psuId]);
    const { browser } = await signedIn(dana);
    expect([browser.response.status, alertOf(browser.response.text)]).toEqual([200, expect.stringContaining('no third party')]);
    await bank.database('ais-pis').query('update psu set opted_out_at = null where psu_id = $1', [dana.psuId]);
    expect(showsApproval((await signedIn(dana)).browser)).toBe(true);
  });

  it('is followed by scripted customers, for consents, payments and mandates', async () => {
    const client = await bank.client();
    const dana = await customer();
    const reader = await client.consentedBy(dana, 'allPsd2', { choices: { leaveOut: true } });
    expect((await reader.get('/v1.7/accounts')).status).toBe(200);
    const { url } = await payment(dana);
    const paid = await completeInteraction(url, { login: dana.login, password: dana.password, from: client.from });
    expect(new URL(paid).searchParams.has('code')).toBe(true);
    const creditor = await client.withClientToken('mandates', 'MANDATE');
    const { resourceId } = (await creditor.post('/v2/mandates', aMandate(dana.iban))).body as { resourceId: string };
    await client.approvedBy(dana, 'mandates', `MANDATE:${resourceId}`);
    const status = (await creditor.get(`/v2/mandates/${resourceId}/status`)).body as { mandateStatus: string };
    expect(JSON.stringify(status)).not.toContain('"received"');
    const refused = await completeInteraction((await payment(dana)).url, { login: dana.login, password: dana.password, refuse: true });
    expect(new URL(refused).searchParams.get('error')).toBe('access_denied');
  });
});
