import { newCustomer, runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';
import { authorizationsIn } from '@open-banking/ais-pis-testing/an-authorization-in-a-browser';

describe('the sign-in and approval pages in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const client = authorizationsIn(browser, bank);

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)('offer the way back to the client after an answer and after a lock-out, in %s at %i pixels', async (locale, width) => {
    const customer = await newCustomer(bank);
    const { authorization, page, close } = await client.started({ locale, viewport: { width, height: 800 }, bypassCSP: true });
    const interaction = page.url();
    const signIn = async (login: string, password: string) => {
      await page.fill('[name=login]', login);
      await page.fill('[name=password]', password);
      await page.click('[value=sign-in]');
    };
    for (let wrong = 0; wrong < 5; wrong += 1) await signIn(customer.login, 'wrong');
    await page.locator('a[href*="/interaction/"]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `locked-${locale}`);
    await page.click('a[href*="/interaction/"]');
    await signIn(bank.demo.login, bank.demo.password);
    await page.getByRole('checkbox').first().check();
    await page.click('[value=approve]');
    await page.waitForURL(`${client.redirectUri}**`);
    await page.goto(interaction);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `answered-${locale}`);
    await page.locator('p.leave a').click();
    expect(await page.textContent('body')).toBe('back at the client');

    await page.goto(authorization.url);
    await signIn((await newCustomer(bank)).login, customer.password);
    await page.locator('.main[value=cancel]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `blocked-${locale}`);
    await page.click('.main[value=cancel]');
    await page.waitForURL(`${client.redirectUri}**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ error: 'access_denied', state: authorization.state });
    await close();
  });

  it.each([
    ['en-GB', 1_280],
    ['he-IL', 390],
    ['ar-IL', 390],
  ] as const)('keep the page of a report when it is opened again and reloaded, in %s at %i pixels', async (locale, width) => {
    const { page, close } = await client.started({ locale, viewport: { width, height: 800 }, bypassCSP: true });
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.click('[value=select-all]');
    expect(await page.locator('[name=account]:not(:checked)').count()).toBe(0);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `select-all-${locale}`);
    await page.click('[value=report]');
    await page.locator('.notice.done').waitFor();
    const title = await page.title();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, `reported-${locale}`);
    const address = page.url();
    await page.goto(address);
    expect([await page.title(), page.url()]).toEqual([title, address]);
    await page.reload();
    expect([await page.title(), page.url()]).toEqual([title, address]);
    expect(await page.locator('a[href^="http"]').count()).toBe(0);
    await close();
  });

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)('show self-registered clients and the target of an erroneous request, in %s at %i pixels', async (locale, width) => {
    const { client: party } = await SelfRegistered.register(bank, { client_name: 'Budget' });
    const scope = `AIS:${await party.createConsent({ balances: [], transactions: [] })}`;
    const { page, close } = await browser.open(party.authorization('consents', scope).url, {
      locale,
      viewport: { width, height: 800 },
      bypassCSP: true,
    });
    await screenshot(page, `registered-itself-sign-in-${locale}`);
    expect(await barriersOn(page)).toEqual([]);
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=approve]').waitFor();
    await screenshot(page, `registered-itself-${locale}`);
    expect(await barriersOn(page)).toEqual([]);
    await page.goto(party.authorization('consents', 'AIS:nothing').url);
    await screenshot(page, `erroneous-request-${locale}`);
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.locator('p.leave a').getAttribute('href')).toContain('http://127.0.0.1/back?error=invalid_scope');
    await close();
  });

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)('have no accessibility violation (axe), in %s at %i pixels', async (locale, width) => {
    const { page, close } = await client.started({ locale, viewport: { width, height: 800 }, bypassCSP: true });
    expect(await barriersOn(page)).toEqual([]);
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', 'wrong');
    await page.click('[value=sign-in]');
    await screenshot(page, `wrong-password-${locale}`);
    expect(await barriersOn(page)).toEqual([]);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=approve]').waitFor();
    await screenshot(page, `approval-${locale}`);
    expect(await barriersOn(page)).toEqual([]);
    await page.goto(page.url().replace(/interaction\/.*/, 'authorize?client_id=nobody'));
    await screenshot(page, `unknown-client-${locale}`);
    expect(await barriersOn(page)).toEqual([]);
    await close();
  });
});
