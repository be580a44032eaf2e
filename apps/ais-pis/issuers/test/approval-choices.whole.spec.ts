import { alertOf, runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

describe('the choices of an approval page', () => {
  const bank = runningBank(services);
  const started = async () => {
    const customer = await aCustomer(bank);
    await anAccount(bank, [customer]);
    await anAccount(bank, [customer]);
    const client = await bank.client();
    const consentId = await client.createConsent({ balances: [], transactions: [] });
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('consents', `AIS:${consentId}`).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const status = async () =>
      ((await (await client.withClientToken('consents')).get(`/v1.7/consents/${consentId}/status`)).body as { consentStatus: string })
        .consentStatus;
    return { browser, customer, consentId, status, page: browser.url.href };
  };
  const ticked = ({ response }: Browser): number => response.text.match(/name="account" value="[^"]*" +checked/g)?.length ?? 0;

  it('tick all accounts with one button and no script, and approve nothing by that', async () => {
    const { browser, consentId, status } = await started();
    expect([ticked(browser), (await browser.press('approve')).status]).toEqual([0, 422]);
    expect(alertOf(browser.response.text)).toContain('Tick at least one account');
    const all = await browser.press('select-all');
    expect([all.status, ticked(browser), await status()]).toEqual([200, 2, 'received']);
    expect(all.text).not.toContain('role="alert"');
    await browser.press('approve');
    expect(browser.redirectParameters).toHaveProperty('code');
    const { rows } = await bank.database('ais-pis').query('select 1 from consent_grant where consent_id = $1', [consentId]);
    expect(rows).toHaveLength(2);
  });

  it('let another customer sign in, for whom the code of the first one is worth nothing', async () => {
    const { browser, page, status } = await started();
    const code = /id="code"[^>]*value="(\d{6})"/.exec(browser.response.text)![1]!;
    const form = browser.response;
    const out = await browser.press('other-customer');
    expect([out.status, out.text.includes('name="password"')]).toEqual([200, true]);
    expect((await browser.open(page)).text).toContain('name="password"');
    [browser.response, browser.url] = [form, new URL(page)];
    expect((await browser.press('approve', { code })).text).toContain('name="password"');
    const other = await aCustomer(bank);
    const { iban } = await anAccount(bank, [other]);
    await browser.press('sign-in', { login: other.login, password: other.password });
    expect(browser.response.text).toContain(iban.slice(-3));
    // One account leaves nothing to select at once.
    expect(browser.response.text).not.toContain('value="select-all"');
    await browser.press('approve', { account: /name="account" value="([^"]+)"/.exec(browser.response.text)![1]! });
    expect(browser.redirectParameters).toHaveProperty('code');
    expect(await status()).toBe('valid');
  });

  it('say what each way out does, and by when to answer in which time zone', async () => {
    const { browser } = await started();
    const { text } = browser.response;
    for (const said of ['If you refuse, the request ends', 'If you go back, nothing is approved or refused', 'you stay on our page'])
      expect(text).toContain(said);
    expect(text).toMatch(/You can answer until \d\d:\d\d GMT[+-]\d/);
    expect(text).toContain('Afterwards you return to');
    // The question comes before the small print.
    expect(text.indexOf('What it may see')).toBeLessThan(text.indexOf('You can answer until'));
  });
});
