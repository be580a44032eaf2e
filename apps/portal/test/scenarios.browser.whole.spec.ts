import { runningBank, until } from '@open-banking/testing';
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

  it.each([390, 1_280])('shows the outages of each client, begins one and ends it, at %i pixels', async (width) => {
    const one = await AScenarist.of(bank);
    const client = await one.client(bank);
    const { logins } = await one.customer({ products: [] });
    const { page, close } = await scenarioPage(one, width);
    for (const name of ['Consents', 'Payments', 'Mandates'])
      expect(await page.locator('main').getByRole('link', { name, exact: true }).count()).toBe(1);
    expect(await page.locator('input[name=subject]').count()).toBe(0);
    const reader = await client.consentedBy(logins[0] as never);
    expect(await reader.get('/v1.7/accounts')).toAnswer(200);
    await formOf(page, 'begin-outage').locator('[name=service]').selectOption('ais-pis');
    await press(page, 'begin-outage');
    await page.getByText('ais-pis is unavailable for 1 minute').waitFor();
    expect(await reader.get('/v1.7/accounts')).toAnswer(503);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `scenarios-${width}`);
    await press(page, 'end-outage');
    await page.getByText('The outage has ended').waitFor();
    expect(await formOf(page, 'end-outage').count()).toBe(0);
    await until('the service answers again', async () => (await reader.get('/v1.7/accounts')).status === 200);
    await close();
  });
});
