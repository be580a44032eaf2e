import { runningBank } from '@open-banking/testing';
import { screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { authorizationsIn } from '@open-banking/ais-pis-testing/an-authorization-in-a-browser';

/** sign-in-and-approval.browser.whole.spec.ts looks at each of these pages with axe. */
describe('the sign-in and approval pages in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const client = authorizationsIn(browser, bank);

  it('let a customer sign in, choose, approve and return to the client, without scripts and by keyboard only', async () => {
    const { party, authorization, page, close } = await client.started({ javaScriptEnabled: false });
    await screenshot(page, 'sign-in');
    // The page focuses the field itself, but the keys may come first and open the link to another language.
    await page.locator('[name=login]:focus').waitFor();
    await page.keyboard.type(bank.demo.login);
    await page.keyboard.press('Tab');
    await page.keyboard.type(bank.demo.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'asks to see your accounts' }).waitFor();
    expect(await page.getByLabel('Approval code').inputValue()).toMatch(/^\d{6}$/);
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    await screenshot(page, 'approval');
    await page.getByLabel('Approval code').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${client.redirectUri}**`);

    expect(await page.textContent('body')).toBe('back at the client');
    expect((await party.redeem(authorization, page.url())).token_type).toBe('Bearer');
    await close();
  });

  it('let a customer refuse on a phone in Hebrew and return to the client', async () => {
    const { authorization, page, close } = await client.started({
      locale: 'he-IL',
      viewport: { width: 375, height: 740 },
      isMobile: true,
      javaScriptEnabled: false,
    });
    await screenshot(page, 'sign-in-hebrew-phone');
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=refuse]').waitFor();
    await screenshot(page, 'approval-hebrew-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    await page.click('[value=refuse]');
    await page.waitForURL(`${client.redirectUri}**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ error: 'access_denied', state: authorization.state });
    await close();
  });
});
