import { runningBank, type TestCustomer } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { signInOn } from '@open-banking/ais-pis-testing/customer-sign-in-page';

describe("the customer's own pages in a browser", () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let customer: TestCustomer;

  beforeAll(async () => {
    const other = await aCustomer(bank);
    customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const shared = await anAccount(bank, [customer, other], { rule: 'both' });
    const used = await (await bank.client({ name: 'Budget' })).consentedBy(customer, { balances: [{ iban }], transactions: [{ iban }] });
    expect(await used.get('/v1.7/accounts')).toAnswer(200);
    await (await bank.client({ name: 'תקציב ביתי' })).consentedBy(customer, { accounts: [{ iban }] }, { recurringIndicator: false });
    const ended = await bank.client({ name: 'Savings Coach' });
    const { consentId } = await ended.consentedBy(customer, { accounts: [{ iban }] });
    await (await ended.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`);
    const third = await bank.client({ name: 'Family Ledger' });
    await third.approvedBy(other, 'consents', `AIS:${await third.createConsent({ balances: [{ iban: shared.iban }] })}`);
  });

  const opened = (options: Parameters<typeof browser.open>[1]) => browser.open(`${bank.baseUrl}/customer`, options);
  const signIn = (page: Page) => signInOn(page, customer);

  it.each([
    ['en-GB', 1_280],
    ['he-IL', 360],
    ['ar-IL', 360],
  ] as const)('have no accessibility violation (axe) in %s at %i pixels', async (locale, width) => {
    const { page, close } = await opened({ locale, viewport: { width, height: 800 }, bypassCSP: true });
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-sign-in-${locale}`);
    const direction = locale === 'en-GB' ? 'ltr' : 'rtl';
    expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).direction')).toBe(direction);
    await signIn(page);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-list-${locale}`);
    await page.click('a[href^="/customer/activity"]');
    // The log takes a moment until it has what was done.
    while ((await page.locator('details:has(a[download])').count()) === 0) await page.reload();
    for (const fold of await page.locator('details > summary').all()) await fold.click();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-activity-${locale}`);
    await page.click('a[href^="/customer/receipts?"]');
    await page.locator('a[download]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-receipts-${locale}`);
    await page.goto(`${bank.baseUrl}/customer`);
    await page.locator('a[href^="/customer/access/"]').first().click();
    await page.locator('[value=end]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-access-${locale}`);
    await page.click('[value=end]');
    await page.locator('button.final').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-access-check-${locale}`);
    await page.goto(`${bank.baseUrl}/customer`);
    await page.locator('a[href^="/customer/pending/"]').first().click();
    await page.locator('[value=approve]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-pending-${locale}`);
    await page.click('[value=refuse]');
    await page.locator('button.final').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-refusal-check-${locale}`);
    await close();
  });

  it.each([
    ['en-GB', 1_280],
    ['he-IL', 360],
    ['ar-IL', 360],
  ] as const)('mark the limit that is no amount, without accessibility violation (axe), in %s at %i pixels', async (locale, width) => {
    const { page, close } = await opened({ locale, viewport: { width, height: 800 }, bypassCSP: true });
    await signIn(page);
    await page.goto(`${bank.baseUrl}/customer/limits`);
    const form = page.locator('form:has([value=EUR])');
    await form.locator('[name=perPayment]').fill('5');
    await form.locator('[name=perDay]').fill('abc');
    await form.locator('[value=set-limits]').click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('perDay');
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-limits-${locale}`);
    await form.locator('[name=perDay]').fill('2');
    await form.locator('[value=set-limits]').click();
    await page.locator('.notice.done').waitFor();
    // The warning about a currency stands within the group of that currency.
    expect(await page.locator('form:has([value=EUR]) fieldset .notice').count()).toBe(1);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-limits-saved-${locale}`);
    await close();
  });
});
