import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCustomer, freshBank, temporaryFolder } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';

/** A green square. */
const logo = 'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAIAAABvFaqvAAAAH0lEQVR42mOwmRtFFcQwatCoQaMGjRo0atCoQQNvEAD2zbLfSf8mCQAAAABJRU5ErkJggg==';
const folder = temporaryFolder();
const themeFile = join(folder.path, 'theme.json');
afterAll(() => folder.remove());
writeFileSync(
  themeFile,
  JSON.stringify({
    bankName: 'Bank of the Orchard',
    logo,
    colours: {
      light: { brand: '#7a1f3d', tint: '#fbeef2', ground: '#f8f5f0', line: '#e2d8ca' },
      dark: { brand: '#ff9db8', card: '#2a1a20', ground: '#1b1014', tint: '#46252f', line: '#5a3a45' },
    },
    links: {
      help: 'https://bank.example/help',
      privacy: 'https://bank.example/privacy',
      accessibility: 'https://bank.example/accessibility',
    },
  }),
);

describe("pages with a bank's own theme, in a browser", () => {
  const bank = freshBank(['ais-pis'], { THEME_FILE: themeFile });
  const browser = testBrowser();

  it.each(['light', 'dark'] as const)('have its name, logo, links and colours without a violation (axe) in %s', async (colorScheme) => {
    const customer = await newCustomer(bank);
    const blocked: string[] = [];
    const party = await bank.client({ name: 'Budget' });
    const scope = `AIS:${await party.createConsent({ balances: [], transactions: [] })}`;
    const { page, close } = await browser.open(undefined, { locale: 'en-GB', colorScheme, viewport: { width: 1_100, height: 800 } });
    page.on('console', (message) => blocked.push(message.text()));
    await page.goto(party.authorization('consents', scope).url);
    expect(await page.locator('header strong').textContent()).toBe('Bank of the Orchard');
    expect(await page.locator('header img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(24);
    expect(await page.locator('footer a').allTextContents()).toEqual(['Help', 'Privacy', 'Accessibility']);
    expect(await page.locator('button.main').evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
      colorScheme === 'light' ? 'rgb(122, 31, 61)' : 'rgb(255, 157, 184)',
    );
    await screenshot(page, 'theme-sign-in');
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.getByRole('heading').first().waitFor();
    await screenshot(page, 'theme-approval');
    expect(blocked).toEqual([]);
    await close();
    const again = await browser.open(`${bank.baseUrl}/customer`, { locale: 'en-GB', colorScheme, bypassCSP: true });
    expect(await barriersOn(again.page)).toEqual([]);
    await again.page.fill('[name=login]', customer.login);
    await again.page.fill('[name=password]', customer.password);
    await again.page.click('[value=sign-in]');
    await again.page.locator('[value=sign-out]').waitFor();
    expect(await barriersOn(again.page)).toEqual([]);
    await again.close();
  });
});
