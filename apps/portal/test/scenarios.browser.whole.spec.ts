import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { scenarioPages, services } from '@open-banking/spec';
import { AScenarist } from './a-scenarist.js';

describe('the page of the scenarios in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  const scenarioPage = async ({ developer }: AScenarist, width: number) => {
    const { page, close } = await browser.open(undefined, { viewport: { width, height: 900 }, bypassCSP: true });
    const [name, value] = developer.browser.cookies.for('/developer')!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: bank.baseUrl }]);
    await page.goto(bank.baseUrl + scenarioPages.showScenarios.path);
    return { page, close };
  };
  /** The form whose button has this name. */
  const formOf = (page: Page, step: string) => page.locator('form', { has: page.locator(`button[value="${step}"]`) });
  const press = async (page: Page, step: string) => {
    const loaded = page.waitForEvent('load');
    await formOf(page, step).locator('button').click();
    await loaded;
  };

  it.each([390, 1_100])('shows each act with a button that does it, at %i pixels', async (width) => {
    const one = await AScenarist.of(bank);
    const client = await one.client(bank);
    const { page, close } = await scenarioPage(one, width);
    expect(await formOf(page, 'resetSandboxCustomer').count()).toBe(0);
    await press(page, 'createSandboxCustomer');
    await page.getByText('The customer is made.').waitFor();
    const { customers } = (await one.call('GET', '/sandbox/customers')).body as { customers: { logins: { name: string }[] }[] };
    expect(await formOf(page, 'resetSandboxCustomer').locator('option').innerText()).toBe(customers[0]!.logins[0]!.name);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `scenarios-${width}`);

    const reader = await client.consentedBy(customers[0]!.logins[0] as never);
    expect(await reader.get('/v1.7/accounts')).toAnswer(200);
    await formOf(page, 'makeServiceUnavailable').locator('[name=choice]').selectOption('ais-pis');
    await press(page, 'makeServiceUnavailable');
    await page.getByText('Done: a service is unavailable for a client.').waitFor();
    expect(await reader.get('/v1.7/accounts')).toAnswer(503);
    await formOf(page, 'makeServiceUnavailable').locator('[name=seconds]').fill('0');
    await formOf(page, 'makeServiceUnavailable').locator('[name=choice]').selectOption('ais-pis');
    await press(page, 'makeServiceUnavailable');

    for (const [id, says] of [
      ['none', 'The id of a consent is a UUID.'],
      [crypto.randomUUID(), 'None of your clients has a consent with this id.'],
      [reader.consentId!, 'Done: the customer revokes a consent.'],
    ] as const) {
      await formOf(page, 'revokeConsentAsCustomer').locator('[name=subject]').fill(id);
      await press(page, 'revokeConsentAsCustomer');
      await page.getByText(says).waitFor();
    }
    expect(await reader.get('/v1.7/accounts')).toAnswer(401);
    await close();
  });
});
