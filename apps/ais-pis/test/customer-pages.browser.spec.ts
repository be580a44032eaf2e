import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runningBank, type TestCustomer } from '@open-banking/testing';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { aCustomer, anAccount } from './a-customer.js';

const axe = createRequire(import.meta.url).resolve('axe-core');
const screenshots = join(import.meta.dirname, '../../../screenshots');

describe("the customer's own pages in a browser", () => {
  const bank = runningBank();
  let browser: Browser;
  let customer: TestCustomer;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    // The browser's own sandbox needs privileges that a test lacks; otherwise the settings are a customer's.
    browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--disable-gpu'],
      headless: true,
    });
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
  }, 120_000);

  afterAll(() => browser?.close());

  const shot = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  const opened = async (options: Parameters<Browser['newContext']>[0]) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(8_000);
    await page.goto(`${bank.baseUrl}/customer`);
    return { page, close: () => context.close() };
  };
  const signIn = async (page: Page) => {
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=sign-out]').waitFor();
  };

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)(
    'have no accessibility violation (axe) in %s at %i pixels',
    async (locale, width) => {
      const { page, close } = await opened({ locale, viewport: { width, height: 800 }, bypassCSP: true });
      const barriers = async () => {
        await page.addScriptTag({ path: axe });
        const { violations } = (await page.evaluate(
          'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
        )) as { violations: { id: string; nodes: { html: string }[] }[] };
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
      };
      await barriers();
      await shot(page, `customer-sign-in-${locale}`);
      await signIn(page);
      await barriers();
      await shot(page, `customer-list-${locale}`);
      await page.locator('a[href^="/customer/access/"]').first().click();
      await page.locator('[value=end]').waitFor();
      await barriers();
      await shot(page, `customer-access-${locale}`);
      await page.click('[value=end]');
      await page.locator('button.final').waitFor();
      await barriers();
      await shot(page, `customer-access-check-${locale}`);
      await page.goto(`${bank.baseUrl}/customer`);
      await page.locator('a[href^="/customer/pending/"]').first().click();
      await page.locator('[value=approve]').waitFor();
      await barriers();
      await shot(page, `customer-pending-${locale}`);
      await page.click('[value=refuse]');
      await page.locator('button.final').waitFor();
      await barriers();
      await shot(page, `customer-refusal-check-${locale}`);
      await close();
    },
    90_000,
  );

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
    await shot(page, 'customer-ended');
    await close();
  });
});
