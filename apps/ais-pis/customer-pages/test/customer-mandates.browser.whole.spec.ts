import { randomUUID } from 'node:crypto';
import { collect, runningBank, type TestCustomer } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const eur = (amount: string) => ({ currency: 'EUR', amount });

describe("the customer's mandate pages in a browser", () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let customer: TestCustomer;

  beforeAll(async () => {
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
  });

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 360],
    ['ar-IL', 360],
  ] as const)('have no accessibility violation (axe) in %s at %i pixels, and suspend a mandate', async (locale, width) => {
    const { page, close } = await browser.open(`${bank.baseUrl}/customer`, {
      locale,
      viewport: { width, height: 800 },
      bypassCSP: true,
    });
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.locator('a[href^="/customer/mandates"]').first().click();
    await page.locator('[value=sign-out]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.locator('a[href^="/customer/mandates/"]').first().click();
    await page.locator('[value^="refund:"]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    for (const step of ['[value=end]', '[value^="refund:"]']) {
      await page.locator(step).first().click();
      await page.locator('button.final').waitFor();
      expect(await barriersOn(page)).toEqual([]);
      await screenshot(page, `mandate-check-${step.includes('end') ? 'end' : 'refund'}-${locale}`);
      await page.locator('.check a.button').click();
    }
    await page.click('[value=suspend]');
    await page.locator('[value=sign-out]').waitFor();
    await page.locator('a[href^="/customer/mandates/"]').first().click();
    await page.click('[value=resume]');
    await page.locator('[value=sign-out]').waitFor();
    await close();
  });
});
