import { runningBank, type TestCustomer } from '@open-banking/testing';
import { screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { signInOn } from '@open-banking/ais-pis-testing/customer-sign-in-page';

/** customer-pages.browser.whole.spec.ts looks at each of these pages with axe. */
describe("the customer's own pages in a browser", () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let customer: TestCustomer;

  beforeAll(async () => {
    customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    await (await bank.client({ name: 'Budget' })).consentedBy(customer, { balances: [{ iban }], transactions: [{ iban }] });
  });

  const opened = (options: Parameters<typeof browser.open>[1]) => browser.open(`${bank.baseUrl}/customer`, options);

  it('print what a page says, without its buttons and links', async () => {
    const { page, close } = await opened({ locale: 'en-GB', colorScheme: 'dark' });
    await signInOn(page, customer);
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
