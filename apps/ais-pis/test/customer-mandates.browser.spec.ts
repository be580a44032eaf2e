import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collect, runningBank, type TestCustomer } from '@open-banking/testing';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { aCustomer, anAccount } from './a-customer.js';

const screenshots = join(import.meta.dirname, '../../../screenshots');
const axe = createRequire(import.meta.url).resolve('axe-core');
const eur = (amount: string) => ({ currency: 'EUR', amount });

describe("the customer's mandate pages in a browser", () => {
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
    customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client({ name: 'Power Company' });
    const {
      body: { resourceId },
    } = await (
      await client.withClientToken('mandates', 'MANDATE')
    ).post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'חברת החשמל' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
      debtorAccount: { iban },
    });
    await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    await collect(bank.operator, resourceId as string, { collectionId: randomUUID(), amount: eur('12.00') });
    await collect(bank.operator, resourceId as string, { collectionId: randomUUID(), amount: eur('1000.00') });
  }, 120_000);

  afterAll(() => browser?.close());

  const barriersOf = async (page: Page) => {
    await page.addScriptTag({ path: axe });
    const { violations } = (await page.evaluate(
      'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
    )) as { violations: { id: string; nodes: { html: string }[] }[] };
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)('have no accessibility violation (axe) in %s at %i pixels, and suspend a mandate', async (locale, width) => {
    const context = await browser.newContext({ locale, viewport: { width, height: 800 }, bypassCSP: true });
    const page = await context.newPage();
    page.setDefaultTimeout(8_000);
    await page.goto(`${bank.baseUrl}/customer`);
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.locator('a[href^="/customer/mandates"]').first().click();
    await page.locator('[value=sign-out]').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.locator('a[href^="/customer/mandates/"]').first().click();
    await page.locator('[value^="refund:"]').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    for (const step of ['[value=end]', '[value^="refund:"]']) {
      await page.locator(step).first().click();
      await page.locator('button.final').waitFor();
      expect(await barriersOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
      await page.screenshot({
        path: join(screenshots, `mandate-check-${step.includes('end') ? 'end' : 'refund'}-${locale}.png`),
        fullPage: true,
      });
      await page.locator('.check a.button').click();
    }
    await page.click('[value=suspend]');
    await page.locator('[value=sign-out]').waitFor();
    await page.locator('a[href^="/customer/mandates/"]').first().click();
    await page.click('[value=resume]');
    await page.locator('[value=sign-out]').waitFor();
    await context.close();
  });
});
