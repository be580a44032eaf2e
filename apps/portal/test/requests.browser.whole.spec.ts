import { services } from '@open-banking/spec';
import { ownAddress, runningBank, TestClient, until } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { ADeveloper, credentialsIn } from './a-developer.js';

const slowMs = 300_000;

describe('the pages of the request log', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it(
    'show in one click why a payment was refused, to everybody, at any width, in light and dark',
    async () => {
      const developer = await ADeveloper.signedIn(bank);
      const { clientId, clientSecret } = credentialsIn(
        (await developer.register({ name: 'Household Budget', role: ['PSP_AI', 'PSP_PI'] })).text,
      );
      const facts = { name: '', clientId, clientSecret: clientSecret!, roles: [], redirectUri: 'http://127.0.0.1:3000/back' };
      const client = new TestClient(bank.baseUrl, facts as never, ownAddress());
      const own = await client.withClientToken('payments', 'PIS');
      const body = {
        instructedAmount: { currency: 'ILS', amount: '999999999.00' },
        creditorAccount: { bban: '0109360000007869660' },
        creditorName: 'Bookshop',
      };
      const headers = { 'psu-ip-address': '203.0.113.7' };
      const refused = await own.post('/v1.7/payments/fp', body, { headers });
      expect(
        (await own.post('/v1.7/payments/fp', { ...body, instructedAmount: { currency: 'ILS', amount: '12.00' } }, { headers })).status,
      ).toBe(201);
      await developer.browser.open('/developer/requests');
      await bank.database('portal').query(
        `insert into request_count (client_id, day, operation, requests, refused, failed)
         select $1, current_date - n, 'listCards', 40 * n, 3 * n, n % 3 from generate_series(1, 6) n`,
        [clientId],
      );
      await bank.database('portal').query(
        `insert into request (client_id, at, request_id, operation, status, ms)
         select $1, now() - n * interval '3 hours', gen_random_uuid(), 'listCards', 200, 4 + n % 7 from generate_series(3, 45) n`,
        [clientId],
      );
      const text = (refused.body as { tppMessages: { text: string }[] }).tppMessages[0]!.text;
      await until('the request is recorded', async () => (await developer.browser.open('/developer/requests')).text.includes(text));

      for (const width of [1280, 390]) {
        const { page, close } = await browser.open(undefined, { viewport: { width, height: 900 }, bypassCSP: true });
        await signIn(page, developer.email);
        const found: string[] = [];
        const look = async (name: string): Promise<void> => {
          found.push(...(await barriersOn(page)).map((barrier) => `${name}, ${width}: ${barrier}`));
          await screenshot(page, `${name}-${width}`);
        };
        await page.goto(`${bank.baseUrl}/developer/requests`);
        await look('requests');
        expect(await page.locator('td.why').allTextContents()).toContainEqual(expect.stringContaining(text));
        await page.getByText('As a table').click();
        expect(await page.locator('.days table tbody tr').count()).toBe(7);
        await page.getByRole('link', { name: 'Details' }).first().click();
        await look('request');
        expect(await page.locator('h3', { hasText: 'Request body' }).count()).toBe(1);
        expect(await page.locator('pre').first().textContent()).toContain('"amount": "999999999.00"');
        expect(found).toEqual([]);
        await close();
      }
    },
    slowMs,
  );

  const signIn = async (page: Page, email: string): Promise<void> => {
    await page.goto(`${bank.baseUrl}/developer`);
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', 'correct horse battery');
    await page.click('button[value=sign-in]');
    await page.waitForSelector('button[value=sign-out]');
  };
});
