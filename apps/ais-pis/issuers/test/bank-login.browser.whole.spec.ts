import { exchange, type TestCustomer } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { bankWithLogin, withSubject } from '@open-banking/ais-pis-testing/a-login-provider';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('customers who sign in at the bank’s OpenID provider, in a browser', () => {
  const { bank, provider } = bankWithLogin();
  const browsers = testBrowser();

  const customer = async (): Promise<TestCustomer & { iban: string }> => {
    const made = await withSubject(bank, await aCustomer(bank));
    return { ...made, iban: (await anAccount(bank, [made])).iban };
  };
  const paymentOf = async ({ iban }: { iban: string }): Promise<string> => {
    const client = await bank.client();
    const itself = await client.withClientToken('payments', 'PIS');
    const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban } });
    return (await client.startAuthorization('payments', `PIS:${(body as { paymentId: string }).paymentId}`)).url;
  };
  const signIn = async (page: Page, { login, password }: TestCustomer): Promise<void> => {
    await page.click('#login');
    await page.locator('[name=password]').waitFor();
    expect(new URL(page.url()).origin).toBe(provider().issuer);
    await page.fill('[name=login]', login);
    await page.fill('[name=password]', password);
    await page.click('[value=sign-in]');
  };

  it.each([
    ['en-GB', 1_100, 'The bank’s login'],
    ['he-IL', 375, 'דף הכניסה של הבנק'],
    ['ar', 375, 'صفحة دخول البنك'],
  ] as const)('approve a payment in %s at %i pixels', async (locale, width, title) => {
    const dana = await customer();
    const { page, close } = await browsers.open(await paymentOf(dana), {
      locale,
      viewport: { width, height: 800 },
      javaScriptEnabled: false,
    });
    await page.route('http://127.0.0.1/back**', (route) => route.fulfill({ body: 'back at the client' }));
    await screenshot(page, `login-asks-${locale}`);
    await page.click('#login');
    await page.locator('[name=password]').waitFor();
    expect(await page.locator('h1').textContent()).toBe(title);
    await screenshot(page, `login-provider-${locale}`);
    await page.click('[value=cancel]');
    await page.locator('#login').waitFor();
    await screenshot(page, `login-cancelled-${locale}`);
    await signIn(page, dana);
    await page.click('[value=approve]');
    await page.waitForURL('http://127.0.0.1/back**');
    expect(new URL(page.url()).searchParams.has('code')).toBe(true);
    await close();
  });

  it.each(['en-GB', 'he-IL'] as const)('enter their own pages in %s, and sign out of both', async (locale) => {
    const dana = await customer();
    const { page, close } = await browsers.open(`${bank.baseUrl}/customer`, { locale });
    await screenshot(page, `login-own-pages-${locale}`);
    await signIn(page, dana);
    await page.locator('[value=sign-out]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/customer');
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    await page.goto(`${bank.baseUrl}/customer/payments`);
    await page.click('[value=sign-out]');
    await page.locator('[name=logout][value=yes]').waitFor();
    expect(new URL(page.url()).origin).toBe(provider().issuer);
    await screenshot(page, `login-sign-out-${locale}`);
    await page.click('[value=yes]');
    await page.locator('#login').waitFor();
    expect(new URL(page.url()).origin).toBe(bank.baseUrl);
    await page.goto(`${bank.baseUrl}/customer/payments`);
    await page.locator('#login').waitFor();
    await close();
  });

  it('are signed out of their own pages when they sign out at the provider, and nobody else is', async () => {
    const [dana, noam] = [await customer(), await customer()];
    const [hers, his] = [await browsers.open(`${bank.baseUrl}/customer`), await browsers.open(`${bank.baseUrl}/customer`)];
    for (const [{ page }, one] of [[hers, dana] as const, [his, noam] as const]) {
      await signIn(page, one);
      await page.locator('[value=sign-out]').waitFor();
    }
    await hers.page.goto(`${provider().issuer}/session/end`);
    await hers.page.click('[value=yes]');
    await hers.page.waitForLoadState();
    for (const { page } of [hers, his]) await page.goto(`${bank.baseUrl}/customer`);
    expect([await hers.page.locator('#login').count(), await his.page.locator('#login').count()]).toEqual([1, 0]);
    await hers.close();
    await his.close();
  });

  it.each(['', 'x', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.'])('end nobody’s session by a logout token %j', async (token) => {
    const { status } = await exchange(`${bank.baseUrl}/customer/login/logouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
    expect(status).toBe(400);
  });

  it('can all use the pages', async () => {
    const { page, close } = await browsers.open(await paymentOf(await customer()), { locale: 'en-GB', bypassCSP: true });
    expect(await barriersOn(page)).toEqual([]);
    await page.click('#login');
    await page.locator('[name=password]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.click('[value=cancel]');
    await page.locator('#login').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await close();
  });
});
