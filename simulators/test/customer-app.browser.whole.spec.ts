import { join } from 'node:path';
import { exchange, killableBank, referenceOf, temporaryFolder, until } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { startCustomerApp, type CustomerApp } from '../src/customer-app/customer-app.js';

describe('the app that the sandbox plays', () => {
  const settings: Record<string, string> = {};
  const folder = temporaryFolder();
  let app: CustomerApp;
  beforeAll(async () => {
    app = await startCustomerApp(join(folder.path, 'customer-app'));
    Object.assign(settings, app.settings);
  });
  afterAll(async () => {
    await app.stop();
    folder.remove();
  });
  const bank = killableBank(['ais-pis'], settings);
  beforeAll(() => {
    app.connect(bank.baseUrl);
  });
  const browsers = testBrowser();

  const account = () => bank.demo.accounts.find(({ service }) => service === 'ais-pis')!;

  /** The demo customer has asked the app to approve a consent, and opens the app by the link of the page. */
  const asked = async (options: object = {}) => {
    const client = await bank.client({ name: 'Budget <3' });
    const consentId = await client.createConsent({ balances: [referenceOf(account())] });
    const { url } = client.authorization('consents', `AIS:${consentId}`);
    const { page, close } = await browsers.open(url, { locale: 'en-GB', ...options });
    await page.route('http://127.0.0.1/back**', (route) => route.fulfill({ body: 'back at the client' }));
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.click('[value=ask-app]');
    const opened = page.waitForEvent('popup');
    await page.click('#app');
    const inApp = await opened;
    await inApp.locator('[value=approve]').waitFor();
    const paymentStatus = async () =>
      (await bank.database('ais-pis').query<{ status: string }>('select status from consent where consent_id = $1', [consentId])).rows[0]!
        .status;
    return { page, inApp, close, statusOf: paymentStatus };
  };
  const wayBack = async (page: Page) => {
    await page.waitForURL('http://127.0.0.1/back**');
    return new URL(page.url()).searchParams;
  };

  it.each([
    [1_100, {}],
    [375, { viewport: { width: 375, height: 800 } }],
  ])('shows the request with the digits of the page at %i pixels, and approves it: the page goes on by itself', async (width, options) => {
    const { page, inApp, close, statusOf } = await asked({ bypassCSP: true, ...options });
    expect(await inApp.locator('.digits').textContent()).toBe(await page.locator('.digits').textContent());
    expect(await inApp.locator('h2').textContent()).toBe('Request of Budget <3');
    await screenshot(inApp, `played-app-${width}`);
    expect(await barriersOn(inApp)).toEqual([]);
    expect(await statusOf()).toBe('received');
    await inApp.click('[value=approve]');
    await inApp.getByText('Approved, and confirmed by the bank.').waitFor();
    expect((await wayBack(page)).has('code')).toBe(true);
    expect(await statusOf()).toBe('valid');
    await close();
  });

  it('refuses it: the client is told', async () => {
    const { page, inApp, close, statusOf } = await asked();
    await inApp.click('[value=refuse]');
    await inApp.getByText('Refused, and confirmed by the bank.').waitFor();
    expect((await wayBack(page)).get('error')).toBe('access_denied');
    expect(await statusOf()).toBe('rejected');
    await close();
  });

  it('says where an answer comes too late: the customer went back on the page', async () => {
    const { page, inApp, close, statusOf } = await asked();
    await page.click('[value=take-back]');
    await page.locator('[value=ask-app]').waitFor();
    await inApp.click('[value=approve]');
    await inApp.getByText('takes no answer to this any more').waitFor();
    expect(await statusOf()).toBe('received');
    await close();
  });

  it('sends an answer again until the bank is back', async () => {
    const { page, inApp, close, statusOf } = await asked();
    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await inApp.click('[value=approve]');
    await inApp.getByText('The bank cannot be reached at the moment.').waitFor();
    await bank.restart('ais-pis');
    expect((await wayBack(page)).has('code')).toBe(true);
    expect(await statusOf()).toBe('valid');
    await close();
  });

  it('approves for openbank approve and the other scripted customers', async () => {
    const client = await bank.client();
    const permitted = await client.consentedBy(bank.demo, { balances: [account()] });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    await until('an alert in the app', async () => (await exchange(app.url)).text.includes('New access to your accounts'));
  });

  it.each([
    ['en-GB', 1_100],
    ['en-GB', 375],
    ['he-IL', 375],
  ])('alerts customers as they choose on /customer/alerts, in %s at %i pixels', async (locale, width) => {
    const viewport = { width, height: 800 };
    const { page, close } = await browsers.open(`${bank.baseUrl}/customer`, { locale, viewport, bypassCSP: true });
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.locator('[value=sign-out]').waitFor();
    const choose = async (access: boolean, channel: 'app' | 'email') => {
      await page.goto(`${bank.baseUrl}/customer`);
      await page.click('a[href^="/customer/alerts"]');
      await page.setChecked('[name=about][value=access]', access);
      await page.check(`[name=channel][value=${channel}]`);
      await page.click('[value=save-alerts]');
      await page.locator('.done').waitFor();
    };
    /** A consent of this client begins and ends, and is told or not as chosen now. */
    const accessSection = async (name: string) => {
      const client = await bank.client({ name });
      const { consentId } = await client.consentedBy(bank.demo, { balances: [account()] });
      expect(await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
      const open = 'select from customer_alert where settled_at is null';
      await until('no alert that waits', async () => (await bank.database('ais-pis').query(open)).rows.length === 0);
    };
    const shown = (name: string) => page.locator('[aria-labelledby=alerts] li', { hasText: name }).allTextContents();

    await choose(false, 'email');
    expect(await page.isChecked('[name=about][value=access]')).toBe(false);
    expect(await page.isChecked('[name=about][value=payments]')).toBe(true);
    expect(await page.isChecked('[name=channel][value=email]')).toBe(true);
    await screenshot(page, `customer-alerts-${locale}-${width}`);
    expect(await barriersOn(page)).toEqual([]);
    await accessSection(`Quiet ${locale} ${width}`);
    await choose(true, 'app');
    await accessSection(`Loud ${locale} ${width}`);
    await page.goto(app.url);
    await page.locator('#alerts').waitFor();
    expect(await shown(`Quiet ${locale} ${width}`)).toEqual([expect.stringContaining('by e-mail')]);
    expect(await shown(`Loud ${locale} ${width}`)).toEqual([expect.stringContaining('in the app'), expect.stringContaining('in the app')]);
    await screenshot(page, `played-app-alerts-${locale}-${width}`);
    expect(await barriersOn(page)).toEqual([]);
    await close();
  });

  it('takes nothing that the bank has not signed, and no press of a button on another page', async () => {
    const body = JSON.stringify({ approvalId: '1' });
    const unsigned = await exchange(`${app.url}/approvals`, { method: 'POST', body });
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', b64: false, crit: ['b64'], iss: 'https://other.example' })).toString(
      'base64url',
    );
    const foreign = await exchange(`${app.url}/approvals`, { method: 'POST', body, headers: { 'x-jws-signature': `${header}..c2ln` } });
    expect([unsigned.status, foreign.status]).toEqual([401, 401]);

    const { inApp, page, close, statusOf } = await asked();
    const form = new URLSearchParams({ approvalId: new URL(inApp.url()).searchParams.get('approval')!, step: 'approve' }).toString();
    const pressed = await exchange(`${app.url}/answers`, { method: 'POST', body: form, headers: { 'sec-fetch-site': 'cross-site' } });
    expect([pressed.status, await statusOf()]).toEqual([400, 'received']);
    await inApp.click('[value=approve]');
    expect((await wayBack(page)).has('code')).toBe(true);
    await close();
  });
});
