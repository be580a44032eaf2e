import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';

describe('the pages of the portal in a browser', () => {
  const bank = runningBank();
  const browser = testBrowser();
  const paths = [
    '/',
    '/reference',
    '/reference/createPayment',
    '/guides',
    '/guides/node',
    '/errors',
    '/errors/CONSENT_INVALID',
    '/status',
    '/developer',
    '/developer/sign-up',
  ];

  it.each([1_200, 390])('have no accessibility violation (axe) at %i pixels, light and dark', async (width) => {
    for (const path of paths) {
      const { page, close } = await browser.open(bank.baseUrl + path, {
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      expect([path, await barriersOn(page)]).toEqual([path, []]);
      await screenshot(page, `portal${path.replaceAll('/', '-')}-${width}`);
      await close();
    }
  });

  it('ask nobody but the bank, and are usable with the keyboard alone', async () => {
    const { page, close } = await browser.open(undefined, {});
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`${bank.baseUrl}/`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reference');
    expect(await page.title()).toMatch(/^Reference/);
    expect(new Set(asked)).toEqual(new Set([new URL(bank.baseUrl).origin]));
    await close();
  });
});
