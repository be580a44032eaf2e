import { alertOf, exchange, freshBank, titleOf, type HttpResponse, type TestClient, type TestCustomer } from '@open-banking/testing';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const minuteMs = 60_000;
const clockTime = (instant: Date): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Jerusalem' }).format(instant);

describe('the way back to the client', () => {
  const bank = freshBank(['ais-pis'], { INTERACTION_MINUTES: '20', FIRST_APPROVAL_MINUTES: '50' });
  let client: TestClient;
  let customer: TestCustomer;
  let iban: string;
  beforeAll(async () => {
    client = await bank.client({ name: 'Budget' });
    customer = await aCustomer(bank);
    ({ iban } = await anAccount(bank, [customer]));
  });
  const requested = (of = iban) => client.createConsent({ accounts: [{ iban: of }] });

  const started = async (consentId?: string) => {
    const id = consentId ?? (await requested());
    const authorization = client.authorization('consents', `AIS:${id}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(authorization.url);
    const signIn = (password = customer.password, login = customer.login) => browser.press('sign-in', { login, password });
    const status = async () =>
      (await (await client.withClientToken('consents', 'AIS')).get(`/v1.7/consents/${id}/status`)).body.consentStatus as string;
    const home = { state: authorization.state, iss: client.issuerOf('consents') };
    return { id, authorization, browser, signIn, status, home, page: browser.url.href };
  };
  const linkIn = ({ text }: HttpResponse): string | undefined => /<p class="leave"><a href="([^"]+)">/.exec(text)?.[1];

  it('leads back with access_denied if the answer comes too late; in time the same press approves', async () => {
    const [intime, late] = [await started(), await started()];
    for (const { signIn } of [intime, late]) await signIn();
    await bank.advance('PT19M');
    expect(alertOf((await intime.browser.press('approve')).text)).toContain('Use the new one');
    await intime.browser.press('approve');
    expect(intime.browser.redirectParameters).toMatchObject({ ...intime.home, code: expect.any(String) });
    await bank.advance('PT1M5S');
    await late.browser.press('approve');
    expect(late.browser.redirectParameters).toEqual({
      ...late.home,
      error: 'access_denied',
      error_description: 'the customer did not answer in time',
    });
    // The consent itself is still open: its deadline is later, and it can be authorized again.
    expect(await late.status()).toBe('received');
    const again = await started(late.id);
    await again.signIn();
    await again.browser.press('approve');
    expect(again.browser.redirectParameters).toHaveProperty('code');
  });

  it('leads back from a page left open, at each reload for up to a day; after that the page explains why it cannot', async () => {
    const { browser, home, page } = await started();
    await bank.advance('PT20M1S');
    for (let load = 0; load < 2; load += 1) {
      await browser.open(page);
      expect(browser.redirectParameters).toMatchObject({ ...home, error: 'access_denied' });
    }
    const left = await started();
    await bank.advance('PT23H');
    await left.browser.open(left.page);
    expect(left.browser.redirectParameters).toMatchObject({ ...left.home, error: 'access_denied' });
    const forgotten = await started();
    await bank.advance('PT24H21M');
    const shown = await forgotten.browser.open(forgotten.page);
    expect([shown.status, shown.headers['location']]).toEqual([400, undefined]);
    expect(alertOf(shown.text)).toContain('has ended');
  });

  it('is shown on each page with the remaining time: of the pages, or of the resource to approve', async () => {
    const consentId = await requested();
    const deadlineIn = (browser: Browser) => /You can answer until (\d\d:\d\d) GMT/.exec(browser.response.text)![1];
    /** The times that a page may show, allowing for a few seconds until it is read, and for the second that oidc-provider rounds up to. */
    const inMinutes = async (minutes: number) =>
      [minutes - 1, minutes].map(async (from) => clockTime(new Date(Date.parse((await bank.clock()).now) + from * minuteMs + 1_000)));
    const whole = await started(consentId);
    expect(await Promise.all(await inMinutes(20))).toContain(deadlineIn(whole.browser));
    await whole.signIn();
    expect(await Promise.all(await inMinutes(20))).toContain(deadlineIn(whole.browser));
    await bank.advance('PT40M');
    const rest = await started(consentId);
    expect(await Promise.all(await inMinutes(10))).toContain(deadlineIn(rest.browser));
    await rest.signIn();
    await bank.advance('PT10M1S');
    await rest.browser.press('approve');
    expect(rest.browser.redirectParameters).toEqual({
      ...rest.home,
      error: 'access_denied',
      error_description: 'the customer did not answer in time',
    });
    expect(await rest.status()).toBe('rejected');
  });

  it('is shown on the lock-out page after five wrong passwords or five wrong codes', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const theirs = await anAccount(bank, [one, two]);
    const byPassword = await started();
    for (let wrong = 1; wrong < 5; wrong += 1) expect(alertOf((await byPassword.signIn('wrong', one.login)).text)).toContain('wrong');
    const locked = await byPassword.signIn('wrong', one.login);
    expect([locked.status, titleOf(locked.text)]).toEqual([422, expect.stringContaining('locked')]);
    expect(alertOf(locked.text)).toMatch(/locked until \d\d:\d\d/);
    // Another customer may sign in meanwhile.
    await byPassword.browser.open(linkIn(locked)!.replaceAll('&amp;', '&'));
    expect((await byPassword.signIn(customer.password, customer.login)).text).toContain('value="approve"');

    const byCode = await started(await requested(theirs.iban));
    await byCode.signIn(two.password, two.login);
    for (let wrong = 1; wrong < 5; wrong += 1)
      expect(alertOf((await byCode.browser.press('approve', { code: '999 999' })).text)).toContain('code is wrong');
    expect(titleOf((await byCode.browser.press('approve', { code: '999 999' })).text)).toContain('locked');
    await byCode.browser.press('cancel');
    expect(byCode.browser.redirectParameters).toMatchObject({ ...byCode.home, error: 'access_denied' });
    expect(await byCode.status()).toBe('received');
  });

  it('repeats the same error when an answered page is reloaded; after an approval the page links to the client', async () => {
    const refused = await started();
    await refused.signIn();
    await refused.browser.press('refuse');
    const first = refused.browser.redirectParameters;
    expect(first).toEqual({ ...refused.home, error: 'access_denied', error_description: 'the customer refused' });
    await refused.browser.open(refused.page);
    expect(refused.browser.redirectParameters).toEqual(first);

    const approved = await started();
    await approved.signIn();
    const before = approved.browser.response;
    await approved.browser.press('approve');
    expect(approved.browser.redirectParameters).toHaveProperty('code');
    for (const load of [
      () => approved.browser.open(approved.page),
      () => {
        approved.browser.response = before;
        return approved.browser.press('refuse');
      },
    ]) {
      const shown = await load();
      expect([shown.status, titleOf(shown.text), linkIn(shown)]).toEqual([
        409,
        expect.stringContaining('Already answered'),
        'http://127.0.0.1/',
      ]);
    }
    expect(await approved.status()).toBe('valid');

    const elsewhere = new Browser(bank.baseUrl, client.from);
    for (const { page } of [refused, approved]) {
      const shown = await elsewhere.open(page);
      expect([shown.status, shown.headers['location'], linkIn(shown)]).toEqual([400, undefined, undefined]);
    }
  });

  it('is found again by a browser that lost the response', async () => {
    const { browser, home, page, signIn } = await started();
    await signIn();
    const { url, response } = browser;
    const form = new URLSearchParams(
      [...response.text.matchAll(/name="(csrf|about|code)"[^>]*value="([^"]*)"/g)].map(
        ([, name, value]) => [name!, value!] as [string, string],
      ),
    );
    form.set('step', 'approve');
    const answered = await exchange(url.href, {
      method: 'POST',
      from: client.from,
      body: form.toString(),
      headers: { accept: 'text/html', cookie: browser.cookies.for(url.pathname), 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answered).toMatchObject({ status: 303, headers: { location: expect.stringContaining('/authorize/') as string } });
    await browser.open(page);
    expect(browser.redirectParameters).toMatchObject({ ...home, code: expect.any(String) });
  });

  it('is also taken by a customer who leaves without an answer, and does not extend the time', async () => {
    const { browser, home, page } = await started();
    await browser.open(page.replace('/interaction/', '/authorize/'));
    expect(browser.redirectParameters).toEqual({
      ...home,
      error: 'access_denied',
      error_description: 'the customer went back without an answer',
    });
  });

  it('is the only action if nothing can be approved', async () => {
    const { id, browser, home, signIn, page } = await started();
    await signIn();
    expect((await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${id}`)).status).toBe(204);
    const shown = await browser.open(page);
    expect(alertOf(shown.text)).toContain('has ended');
    expect(shown.text).toContain('class="main" name="step" value="cancel"');
    await browser.press('cancel');
    expect(browser.redirectParameters).toMatchObject({ ...home, error: 'access_denied' });
  });
});
