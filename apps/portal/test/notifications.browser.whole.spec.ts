import { randomUUID } from 'node:crypto';
import { daysAgo, ownAddress, runningBank, TestClient } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';

const requested = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: daysAgo(-30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

describe('notifications in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it.each([1_200, 390])('are seen, received, failed and sent again at %i pixels', async (width) => {
    const { page, close } = await browser.open(`${bank.baseUrl}/developer/sign-up`, { viewport: { width, height: 800 }, bypassCSP: true });
    const looksRight = async (name: string) => {
      expect([name, await barriersOn(page)]).toEqual([name, []]);
      await screenshot(page, `notifications-${name}-${width}`);
    };
    await page.fill('[name=email]', `dev-${randomUUID()}@example.com`);
    await page.fill('[name=password]', 'correct horse battery');
    await page.click('[value=sign-up]');
    await page.click('a[href*="confirmation?code"]');
    await page.fill('[name=password]', 'correct horse battery');
    await page.click('[value=confirm]');
    await page.getByRole('link', { name: 'Register a client' }).click();
    await page.fill('[name=name]', 'My Budget');
    const redirectUri = 'http://127.0.0.1:3000/back';
    await page.fill('[name=redirectUris]', `${redirectUri}\n${bank.baseUrl}/receiver`);
    await page.click('[value=register]');
    const shown = async (name: string) => (await page.locator(`dt:text-is("${name}") + dd code`).textContent())!;
    const [clientId, clientSecret] = [await shown('client_id'), await shown('client_secret')];
    await page.goto(`${bank.baseUrl}/developer/notifications`);
    await page.getByText('There are no notifications').waitFor();
    await looksRight('none');

    await page.getByRole('link', { name: 'A receiver of the portal' }).click();
    await looksRight('receivers');
    await page.getByRole('link', { name: 'My Budget' }).click();
    await page.click('[value=make]');
    await page.selectOption('[name=count]', '10');
    await page.click('[value=answer-500]');
    const address = (await page.getByLabel('The header').innerText()).split(' ')[1]!;
    const own = await new TestClient(
      bank.baseUrl,
      { clientId, clientSecret, redirectUri, name: 'My Budget', roles: ['PSP_AI', 'PSP_PI'] },
      ownAddress(),
    ).withClientToken('consents', 'AIS');
    const created = await own.post('/v1.7/consents', requested, { headers: { 'tpp-notification-uri': address } });
    await own.delete(`/v1.7/consents/${(created.body as { consentId: string }).consentId}`);
    const reloaded = async (found: () => Promise<number>) => {
      while ((await found()) === 0) await page.reload();
    };
    await reloaded(() => page.getByText('verified', { exact: true }).count());
    await page.getByText('Digest and signature').first().click();
    await looksRight('receiver');
    await page.click('[value=answer-well]');

    await page.goto(`${bank.baseUrl}/developer/notifications`);
    await looksRight('list');
    await page.locator('tbody a').first().click();
    await looksRight('failed');
    await page.click('[value=send-again]');
    await reloaded(() => page.getByText('delivered', { exact: true }).count());
    await looksRight('delivered');
    await close();
  });
});
