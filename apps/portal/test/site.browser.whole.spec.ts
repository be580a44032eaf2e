import { randomUUID } from 'node:crypto';
import { pageRowsOf, services } from '@open-banking/spec';
import { exchange, ownAddress, runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { ADeveloper, clientToken, credentialsIn, password } from './a-developer.js';
import { KeyboardUser } from './keyboard-user.js';

/** Each page is looked at twice: axe takes long, and colours do not depend on the width. */
const looks = [
  [360, 'dark'],
  [1_280, 'light'],
] as const;
/** For all pages. */
const sweepMs = 120_000;

describe('the pages of the portal in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let developer: ADeveloper;
  let paths: string[];

  /** A developer with a client and a request of it: no list is empty. */
  beforeAll(async () => {
    developer = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = credentialsIn((await developer.register()).text);
    const requestId = randomUUID();
    const { text } = await clientToken(bank.baseUrl, clientId, clientSecret!);
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    await exchange(`${bank.baseUrl}/v1.7/consents/${randomUUID()}`, {
      from: ownAddress(),
      headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId },
    });
    const named: Readonly<Record<string, string>> = {
      operationId: 'createPayment',
      guide: 'node',
      code: 'CONSENT_INVALID',
      document: 'operators',
      clientId,
      requestId,
    };
    // A parameter that is not named here leads to a page that says that there is none.
    paths = pageRowsOf('portal')
      .filter(({ method, path }) => method === 'GET' && !/\.\w+$/.test(path))
      .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? 'unknown'));
  });

  /** What keeps people from using each page, by its path; pages that lead to another one are looked at there. */
  const sweep = async (page: Page, as: string) => {
    const found: [string, number, string[]][] = [];
    for (const path of paths) {
      await page.goto(bank.baseUrl + path);
      if (new URL(page.url()).pathname !== path) continue;
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 800 });
        found.push([path, width, await barriersOn(page, [colorScheme])]);
        await screenshot(page, `portal-${as}${path.replaceAll('/', '-')}-${width}`);
      }
    }
    return found;
  };
  const shown = (found: readonly [string, number, string[]][]) => [...new Set(found.map(([path]) => path))];

  it(
    'are without a barrier (axe) and not wider than the window for who is not signed in, dark at 360 and light at 1280 pixels',
    async () => {
      const { page, close } = await browser.open(undefined, { bypassCSP: true });
      const found = await sweep(page, 'visitor');
      expect(shown(found)).toEqual(
        expect.arrayContaining(['/', '/reference/createPayment', '/changelog', '/status', '/developer/sign-up']),
      );
      expect(shown(found)).not.toContain('/developer/console');
      expect(found.filter(([, , barriers]) => barriers.length > 0)).toEqual([]);
      await close();
    },
    sweepMs,
  );

  it(
    'are so for a developer who is signed in, with clients, requests and the console',
    async () => {
      const { page, close } = await browser.open(`${bank.baseUrl}/developer`, { bypassCSP: true });
      await page.fill('[name=email]', developer.email);
      await page.fill('[name=password]', password);
      await page.click('[value=sign-in]');
      await page.locator('[value=sign-out]').waitFor();
      paths = ['/', ...paths.filter((path) => path.startsWith('/developer'))];
      const found = await sweep(page, 'developer');
      const expected = [
        '/developer/requests',
        '/developer/clients/new',
        '/developer/console',
        '/developer/console/operations/createPayment',
      ];
      expect(shown(found)).toEqual(expect.arrayContaining(expected));
      expect(found.filter(([, , barriers]) => barriers.length > 0)).toEqual([]);
      await close();
    },
    sweepMs,
  );

  it('print what a page says on white paper, without navigation and buttons', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/reference/createPayment`, { colorScheme: 'dark' });
    const colour = 'getComputedStyle(document.querySelector("main p")).color';
    expect(await page.evaluate(colour)).toBe('rgb(230, 237, 246)');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(colour)).toBe('rgb(20, 33, 58)');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('nav, footer, button, a.button').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('main table').first().isVisible()).toBe(true);
    // A long line is broken: paper does not scroll.
    expect(await page.evaluate('getComputedStyle(document.querySelector("pre")).whiteSpace')).toBe('pre-wrap');
    await close();
  });

  it('ask nobody but the bank, and are usable with the keyboard alone', async () => {
    const { page, close } = await browser.open(undefined, {});
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`${bank.baseUrl}/`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await new KeyboardUser(page).press('nav a[href="/reference"]');
    await page.waitForURL('**/reference');
    expect(await page.title()).toMatch(/^Reference/);
    expect(new Set(asked)).toEqual(new Set([new URL(bank.baseUrl).origin]));
    await close();
  });
});
