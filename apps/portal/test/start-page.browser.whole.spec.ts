import { spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { KeyboardUser } from './keyboard-user.js';
import { paste } from './pasted-code.js';

const slowMs = 300_000;
const maxClicks = 4;
const maxMs = 120_000;

interface Accounts {
  readonly accounts: readonly { readonly balances: readonly { readonly balanceAmount: { readonly amount: string } }[] }[];
}
const amountsIn = (json: string): string[] =>
  (JSON.parse(json) as Accounts).accounts.flatMap(({ balances }) => balances.map(({ balanceAmount }) => balanceAmount.amount));

describe('the start page, for a developer who has nothing but its address', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const open = (options = {}) => browser.open(`${bank.baseUrl}/`, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

  it(
    'gives an account, and code that ends with a customer’s balances: in two minutes and four clicks',
    async () => {
      const { page, close } = await open({ bypassCSP: true });
      const begun = Date.now();
      let clicks = 0;
      const click = async (name: string) => {
        clicks += 1;
        await page.getByRole('button', { name, exact: true }).click();
      };
      await click('Create a sandbox account');
      await page.getByRole('heading', { name: 'Your sandbox account is ready' }).waitFor();
      await click('Copy The way to the balances');
      await page.locator('p[role=status].spoken', { hasText: 'Copied' }).waitFor();
      const { code, stdout, stderr } = await paste(await clipboard(page));
      expect([code, stderr]).toEqual([0, '']);
      expect(amountsIn(stdout).length).toBeGreaterThan(1);
      expect(clicks).toBeLessThanOrEqual(maxClicks);
      expect(Date.now() - begun).toBeLessThan(maxMs);

      // The request is one of the developer's own client.
      const clientId = (await page.locator('dt:text-is("client_id") + dd code').textContent())!;
      expect(await clipboard(page)).toContain(clientId);
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await barriersOn(page)]).toEqual([width, []]);
        await screenshot(page, `start-opened-${width}`);
      }
      await close();
    },
    slowMs,
  );

  it(
    'has code that waits for the approval in the browser, and takes the code that the browser shows then',
    async () => {
      const { page, close } = await open();
      await page.getByText('You approve as the customer, in the browser').click();
      await page.getByRole('button', { name: 'Copy The way to the balances, approved in the browser' }).click();
      await page.locator('p[role=status].spoken', { hasText: 'Copied' }).waitFor();
      const shell = spawn('sh', ['-c', await clipboard(page)], { stdio: ['pipe', 'pipe', 'pipe'] });
      let said = '';
      const address = new Promise<string>((found) =>
        shell.stdout.on('data', (part: Buffer) => {
          said += part.toString();
          const [, url] = /^(http\S+)$/m.exec(said) ?? [];
          if (url !== undefined && said.includes('or its address: ')) found(url);
        }),
      );
      const failed = textOf(shell.stderr);
      await page.goto(await address);
      await page.fill('[name=login]', bank.demo.login);
      await page.fill('[name=password]', bank.demo.password);
      await page.click('[value=sign-in]');
      await page.click('[value=approve]');
      await page.getByRole('heading', { name: 'The customer has approved' }).waitFor();
      const code = (await page.locator('dt:has(code:text-is("code")) + dd code, dt:text-is("code") + dd code').first().textContent())!;
      shell.stdin.end(`${code}\n`);
      expect([await failed, await new Promise((ended) => shell.on('close', ended))]).toEqual(['', 0]);
      expect(amountsIn(said.split('or its address: ')[1]!).length).toBeGreaterThan(1);
      await close();
    },
    slowMs,
  );

  it('says in words what the drawing shows, and needs no script for the button', async () => {
    const { page, close } = await open({ javaScriptEnabled: false });
    const steps = await page.locator('.flow li').allInnerTexts();
    expect(steps.map((step) => step.trim().split(/\s/)[0])).toEqual(['Consent', 'Approval', 'Token', 'Data']);
    expect(await page.locator('.flow svg:not([aria-hidden=true])').count()).toBe(0);
    await page.getByRole('button', { name: 'Create a sandbox account' }).click();
    await page.getByRole('heading', { name: 'Your sandbox account is ready' }).waitFor();
    await close();
  });
});

describe('the navigation', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it('has each group in one line of a phone, and says which page is shown', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/reference/createPayment`, { viewport: { width: 390, height: 800 } });
    const groups = page.locator('nav[aria-label=Portal] .group');
    expect(await groups.locator('> span').allTextContents()).toEqual(['Docs', 'Build', 'Watch']);
    for (const group of await groups.all()) {
      const tops = await group.locator('a').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
    }
    expect(await page.locator('header nav [aria-current=page]').allTextContents()).toEqual(['Reference']);
    await page.goto(`${bank.baseUrl}/developer/sign-up`);
    expect(await page.locator('nav [aria-current=page]').count()).toBe(0);
    await close();
  });

  it('is used with the keyboard alone and without script, on a phone too; the account menu signs out from every page', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/`, {
      javaScriptEnabled: true,
      viewport: { width: 390, height: 800 },
    });
    const keyboard = new KeyboardUser(page);
    await keyboard.press('[value=open-sandbox-account]');
    // The last link of a line that is wider than the phone comes into view when it is reached.
    await keyboard.press('nav a[href="/changelog"]');
    expect(new URL(page.url()).pathname).toBe('/changelog');
    const name = page.locator('header .account a');
    expect(await name.textContent()).toMatch(/^sandbox-/);
    await keyboard.press('header .account a');
    expect(new URL(page.url()).pathname).toBe('/developer/account');
    expect(await name.getAttribute('aria-current')).toBe('page');
    await page.goto(`${bank.baseUrl}/reference`);
    await keyboard.press('header [value=sign-out]');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('header .account').innerText()).toBe('Sign in');
    await close();
  });
});
