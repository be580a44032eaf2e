import { developerPages, services } from '@open-banking/spec';
import { ownAddress, runningBank, TestClient, until } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { usedLimits } from '../src/requests/client-usage.js';
import { ADeveloper, credentialsIn } from './a-developer.js';

const minuteMs = 60_000;

describe('What a client has used of its limits', () => {
  const row = (operation: string, limits: string, at: number) => ({
    ...{ day: '2026-11-23', operation, requests: 1, refused: 0, failed: 0 },
    ...{ limits, limitsAt: new Date(at) },
  });
  const limitWindows = () => [
    { name: 'second', limit: 10 },
    { name: 'minute', limit: 100 },
    { name: 'day', limit: 1_000 },
  ];
  const now = Date.parse('2026-11-23T12:00:30Z');

  it('is that of the operation nearest to its limit, and nothing in a window that has ended', () => {
    const rows = [
      row('listAccounts', 'second 9, minute 60, day 900', now - 1_000),
      row('listCards', 'second 9, minute 90, day 100', now - minuteMs),
    ];
    expect(usedLimits(rows, limitWindows, now)).toEqual([
      { limits: 'read', window: 'minute', used: 40, limit: 100, operation: 'listAccounts' },
      { limits: 'read', window: 'day', used: 900, limit: 1_000, operation: 'listCards' },
    ]);
    expect(usedLimits(rows, limitWindows, now + minuteMs)).toMatchObject([
      { window: 'minute', used: 0 },
      { window: 'day', used: 900 },
    ]);
  });
});

describe("the picture of a client's limits and requests", () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it('shows requests and refusals by day and limits used, to its developer alone, in light and dark', async () => {
    const [developer, other] = [await ADeveloper.signedIn(bank), await ADeveloper.signedIn(bank)];
    const { clientId, clientSecret } = credentialsIn((await developer.register({ name: 'Household Budget' })).text);
    const own = {
      name: 'Household Budget',
      clientId,
      clientSecret: clientSecret!,
      roles: ['PSP_AI'],
      redirectUri: 'http://127.0.0.1:3000/back',
    };
    const itself = await new TestClient(bank.baseUrl, own, ownAddress()).withClientToken('consents', 'AIS');
    const path = developerPages.showClientUsage.path.replace('{clientId}', clientId);
    const picture = async (as: ADeveloper, theme = 'light') => (await as.browser.open(`${path}?theme=${theme}`)).text;
    expect(await picture(developer)).toContain('0 requests in the last seven days');

    for (let count = 0; count < 3; count += 1) expect((await itself.get('/v1.7/consents/none')).status).toBe(403);
    await until('the requests are counted', async () => / 3 of them refused\./.test(await picture(developer)));
    const shown = await picture(developer);
    expect(shown).toMatch(/>3 of [\d,]+</);
    expect(shown).not.toBe(await picture(developer, 'dark'));
    expect(shown).not.toMatch(/<script|<style|style=/);
    expect(await picture(other)).toContain('>0 requests in the last seven days');

    const { page, close } = await browser.open(undefined, { viewport: { width: 390, height: 900 }, bypassCSP: true });
    const [name, value] = developer.browser.cookies.for('/developer')!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: bank.baseUrl }]);
    await page.goto(bank.baseUrl + developerPages.showClient.path.replace('{clientId}', clientId));
    await page.waitForFunction(`document.querySelector('.usage img').naturalWidth > 0`);
    await page.locator('.usage summary').click();
    expect(await page.locator('.usage img').getAttribute('alt')).toContain('3 of them refused');
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'client-usage-390');
    await page.setViewportSize({ width: 1_100, height: 900 });
    await screenshot(page, 'client-usage-1100');
    await close();
  });
});
