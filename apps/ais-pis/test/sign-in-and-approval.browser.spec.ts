import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newCustomer, runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { SelfRegistered } from './a-registration.js';
import { services } from '@open-banking/spec';

describe('the sign-in and approval pages in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let client: Server;
  let redirectUri: string;

  beforeAll(async () => {
    client = createServer((_, response) => response.end('back at the client'));
    await new Promise<void>((listening) => client.listen(0, '127.0.0.1', listening));
    redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/back`;
  });

  afterAll(async () => {
    client?.closeAllConnections();
    client?.close();
  });

  const started = async (options: Parameters<typeof browser.open>[1] = {}) => {
    const party = await bank.client({ name: 'Budget', redirectUri });
    const authorization = party.authorization('consents', `AIS:${await party.createConsent({ balances: [], transactions: [] })}`);
    return { party, authorization, ...(await browser.open(authorization.url, { locale: 'en-GB', ...options })) };
  };

  it('let a customer sign in, choose, approve and return to the client, without scripts and by keyboard only', async () => {
    const { party, authorization, page, close } = await started({ javaScriptEnabled: false });
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
    await page.waitForURL(`${redirectUri}**`);

    expect(await page.textContent('body')).toBe('back at the client');
    expect((await party.redeem(authorization, page.url())).token_type).toBe('Bearer');
    await close();
  });

  it('let a customer refuse on a phone in Hebrew and return to the client', async () => {
    const { authorization, page, close } = await started({
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
    await page.waitForURL(`${redirectUri}**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ error: 'access_denied', state: authorization.state });
    await close();
  });

  it.each([
    ['en-GB', 1_100],
    ['he-IL', 375],
  ] as const)('offer the way back to the client after an answer and after a lock-out, in %s at %i pixels', async (locale, width) => {
    const customer = await newCustomer(bank);
    const { authorization, page, close } = await started({ locale, viewport: { width, height: 800 }, bypassCSP: true });
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
    await page.waitForURL(`${redirectUri}**`);
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
    await page.waitForURL(`${redirectUri}**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ error: 'access_denied', state: authorization.state });
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
    const { page, close } = await started({ locale, viewport: { width, height: 800 }, bypassCSP: true });
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
