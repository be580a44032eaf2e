import { exchange, runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { viewsOf, type RunningView } from './a-view.js';
import { services } from '@open-banking/spec';

describe('openbank view', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const { openbank, viewOf } = viewsOf(bank);
  let [dana, rita]: RunningView[] = [];
  beforeAll(async () => {
    [dana, rita] = [await viewOf('dana', 'read,act,approve'), await viewOf('rita', 'read')];
  });
  const signedIn = async (view: RunningView, options: object = {}): Promise<{ page: Page; close: () => Promise<void> }> =>
    browser.open(await view.another(), options);

  it('has pages without accessibility violation (axe), on a desktop and a phone, and loads nothing from elsewhere', async () => {
    const client = await bank.client();
    const { clientId } = client;
    const consentId = await client.createConsent('allPsd2');
    const paths = [
      '/',
      '/clients',
      `/clients/${clientId}`,
      `/consents/${consentId}`,
      '/clearing',
      '/jobs',
      '/notifications',
      '/adjustments',
      '/proposals',
      '/audit',
      '/operators',
    ];
    for (const width of [1_200, 390]) {
      const { page, close } = await signedIn(dana!, { viewport: { width, height: 800 }, bypassCSP: true });
      const asked = new Set<string>();
      // The test itself loads axe, by an address of its own.
      page.on('request', (request) => request.url().endsWith('/axe-core.js') || asked.add(new URL(request.url()).origin));
      for (const path of paths) {
        await page.goto(dana!.origin + path);
        expect([path, await page.title()]).toEqual([path, expect.not.stringMatching(/^Not (found|answered|signed)/)]);
        expect([path, await barriersOn(page)]).toEqual([path, []]);
        await screenshot(page, `view${path.replace(/[0-9a-f-]{36}/, 'one').replaceAll('/', '-')}-${width}`);
      }
      expect([...asked]).toEqual([dana!.origin]);
      await close();
    }
  });

  it('ends a consent and removes a client only once it is ticked that this was checked', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent('allPsd2');
    const { page, close } = await signedIn(dana!);
    await page.goto(`${dana!.origin}/consents/${consentId}`);
    await page.click('button:has-text("Revoke")');
    expect(await page.locator('[name=sure]').evaluate((tick: HTMLInputElement) => tick.validity.valueMissing)).toBe(true);
    await page.check('[name=sure]');
    await page.click('button:has-text("Revoke")');
    expect(await page.textContent('[role=status]')).toBe('The consent has ended.');
    expect(await page.locator('dl.facts .badge').allTextContents()).toEqual(['rejected']);
    expect(await page.locator('button:has-text("Revoke")').count()).toBe(0);

    await page.goto(`${dana!.origin}/clients/${client.clientId}`);
    const removal = page.locator('form[action="/acts/removeClient"]');
    await removal.locator('[name=sure]').check();
    await removal.locator('button').click();
    expect(await page.textContent('[role=status]')).toBe('The client is removed.');
    expect(await page.textContent('h1')).toBe('Clients');
    await close();
  });

  it('shows no buttons to an operator with role read, and the bank refuses what such an operator sends anyway', async () => {
    const { clientId } = await bank.client();
    const { page, close } = await signedIn(rita!);
    await page.goto(`${rita!.origin}/clients/${clientId}`);
    expect(await page.locator('main button').allTextContents()).toEqual(['Find']);
    const csrf = (await page.getAttribute('header input[name=csrf]', 'value'))!;
    const [cookie] = await page.context().cookies();
    const answer = await exchange(`${rita!.origin}/acts/suspendClient`, {
      method: 'POST',
      headers: { cookie: `${cookie!.name}=${cookie!.value}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf, 'param.clientId': clientId, reason: 'anyway', back: `/clients/${clientId}` }).toString(),
    });
    expect(answer.status).toBe(303);
    await page.goto(`${rita!.origin}/clients/${clientId}`);
    expect(await page.textContent('[role=alert]')).toContain('needs act');
    expect(await page.textContent('dl.facts .badge')).toBe('active');
    await close();
  });

  it('refuses other hosts, used links, requests without sign-in, and forms without their token or from another site', async () => {
    const { origin } = dana!;
    const link = await dana!.another();
    const asHost = (host: string) => exchange(`${origin}/operators`, { headers: { host } });
    for (const host of ['attacker.example', `attacker.example:${new URL(origin).port}`, '127.0.0.1'])
      expect((await asHost(host)).status).toBe(421);
    expect((await exchange(`${origin}/operators`)).status).toBe(401);
    expect((await exchange(dana!.link)).status).toBe(401);

    const first = await exchange(link);
    expect(first.status).toBe(303);
    expect((await exchange(link)).status).toBe(401);
    const [set] = first.headers['set-cookie'] as unknown as string[];
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = set!.split(';')[0]!;
    const shown = await exchange(`${origin}/operators`, { headers: { cookie } });
    expect(shown.status).toBe(200);
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/);
    const csrf = /name="csrf" value="([^"]+)"/.exec(shown.text)![1]!;
    const signOut = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      exchange(`${origin}/sign-out`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
      });
    expect((await signOut({})).status).toBe(403);
    expect((await signOut({ csrf: `${csrf.slice(1)}x` })).status).toBe(403);
    expect((await signOut({ csrf }, { origin: 'https://attacker.example' })).status).toBe(403);
    expect((await exchange(`${origin}/operators`, { headers: { cookie } })).status).toBe(200);
    expect((await signOut({ csrf }, { origin })).status).toBe(303);
    expect((await exchange(`${origin}/operators`, { headers: { cookie } })).status).toBe(401);
  });

  it('does not start for the installation’s own key, which is no one person’s', async () => {
    await expect(openbank('view', '--port', '0')).rejects.toThrow('name the operator with --as');
  });
});
