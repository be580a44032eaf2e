import { runningBank, type TestCustomer } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { aCustomer, anAccount } from './a-customer.js';
import { services } from '@open-banking/spec';

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
  const signIn = async (page: Page) => {
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=sign-out]').waitFor();
  };

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
    await page.click('a[href^="/customer/receipts"]');
    await page.locator('a[download]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `customer-receipts-${locale}`);
    await page.goBack();
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
    await close();
  });

  it('print what a page says, without its buttons and links', async () => {
    const { page, close } = await opened({ locale: 'en-GB', colorScheme: 'dark' });
    await signIn(page);
    await page.locator('a[href^="/customer/access/"]').first().click();
    await page.locator('[value=end]').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button, .leave a, header a').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.facts dd').first().isVisible()).toBe(true);
    const ink = 'getComputedStyle(document.querySelector(".facts dd")).color';
    expect(await page.evaluate(ink)).toBe('rgb(20, 33, 58)');
    await close();
  });

  it('end an access without scripts and by keyboard only', async () => {
    const { page, close } = await opened({ locale: 'en-GB', javaScriptEnabled: false });
    // The page focuses the field itself, but the script may be faster.
    await page.locator('[name=login]').focus();
    await page.keyboard.type(customer.login);
    await page.keyboard.press('Tab');
    await page.keyboard.type(customer.password);
    await page.keyboard.press('Enter');
    await page.locator('[value=sign-out]').waitFor();
    await page.locator('a[href^="/customer/access/"]').filter({ hasText: 'Budget' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'End access' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'End this access?' }).waitFor();
    await page.getByRole('button', { name: 'End access' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The access has ended.').waitFor();
    await screenshot(page, 'customer-ended');
    await close();
  });
});
