import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { clientToken } from './a-developer.js';
import { services } from '@open-banking/spec';

describe('a developer in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const tokenStatus = async (clientId: string, clientSecret: string) => (await clientToken(bank.baseUrl, clientId, clientSecret)).status;

  it.each([
    [1_200, 'light'],
    [390, 'dark'],
  ] as const)('signs up, registers a client, rotates and removes it at %i pixels, %s', async (width, colorScheme) => {
    const { page, close } = await browser.open(`${bank.baseUrl}/developer/sign-up`, {
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
    });
    const looksRight = async (name: string) => {
      expect([name, await barriersOn(page)]).toEqual([name, []]);
      await screenshot(page, `developer-${name}-${width}`);
    };
    const shown = async (name: string) => (await page.locator(`dt:text-is("${name}") + dd code`).textContent())!;

    // Typed and sent by keyboard alone.
    await page.locator('[name=email]').focus();
    await page.keyboard.type(`dev-${randomUUID()}@example.com`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct horse battery');
    await page.keyboard.press('Enter');
    await page.locator('a[href*="confirmation?code"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[name=password]').focus();
    await page.keyboard.type('correct horse battery');
    await page.locator('[value=confirm]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Register a client' }).waitFor();
    await looksRight('no-clients');

    await page.getByRole('link', { name: 'Register a client' }).click();
    await page.fill('[name=name]', 'Demo Bank');
    await page.fill('[name=redirectUris]', 'http://127.0.0.1:3000/back\nhttps://example.com/back');
    await page.click('[value=register]');
    await page.getByText('Contains the name of this bank').waitFor();
    await looksRight('refused');
    await page.fill('[name=name]', 'My Budget');
    await page.click('[value=register]');
    await page.getByRole('heading', { name: 'The client is registered' }).waitFor();
    await looksRight('registered');
    const [clientId, first] = [await shown('client_id'), await shown('client_secret')];
    expect(await tokenStatus(clientId, first)).toBe(200);

    await page.getByRole('link', { name: 'To the client' }).click();
    await looksRight('client');
    await page.click('[value=rotate-secret]');
    await page.getByRole('heading', { name: 'The credential was rotated' }).waitFor();
    const second = await shown('client_secret');
    expect([await tokenStatus(clientId, first), await tokenStatus(clientId, second)]).toEqual([200, 200]);

    await page.goto(`${bank.baseUrl}/developer`);
    await looksRight('clients');
    await page.getByRole('link', { name: 'My Budget' }).click();
    await page.click('[value=remove]');
    await page.getByRole('heading', { name: 'Remove My Budget?' }).waitFor();
    await looksRight('removal');
    await page.click('[value=remove]');
    await page.getByText('You have none yet').waitFor();
    expect(await tokenStatus(clientId, second)).toBe(401);
    await close();
  });
});
