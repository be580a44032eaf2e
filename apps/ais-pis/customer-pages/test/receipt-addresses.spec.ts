import { BankClock } from '@open-banking/database';
import { alertOf, runningBank, until } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const today = new BankClock('Asia/Jerusalem').dayOf(new Date());
const emptyDay = '2020-01-01';

const alertsOf = (text: string): string[] =>
  [...text.matchAll(/<(div|p)[^>]*role="alert"[^>]*>[^]*?<\/\1>/g)].map(([alert]) => alertOf(alert));

describe("addresses of a customer's receipts", () => {
  const bank = runningBank(services);
  let browser: Browser;

  /** What a page says: its status, the day it shows, what it warns of and how many receipts it has. */
  const said = async (path: string) => {
    const { status, text } = await browser.open(path);
    return {
      status,
      day: /<h2>([^<]+)<\/h2>/.exec(text)?.[1],
      // Other tests kill services of this bank, so a day may have lost records, and says so besides.
      alert: alertsOf(text)
        .filter((one) => !one.includes('was lost in a fault'))
        .join(' '),
      receipts: text.match(/<li><div class="account">/g)?.length ?? 0,
      empty: /<p class="soft">(Nothing [^<]+)<\/p>/.exec(text)?.[1],
    };
  };

  beforeAll(async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    await client.consentedBy(customer, { balances: [{ iban }] });
    browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    await until('the receipt', async () => (await said('/customer/receipts')).receipts === 1, 20_000);
  });

  const ofToday = async () => {
    const shown = await said('/customer/receipts');
    expect(shown).toMatchObject({ status: 200, day: expect.stringContaining(today.slice(0, 4)) as string, receipts: 1 });
    expect(shown.alert).toBe('');
    return shown;
  };

  it.each(['0000-01-01', '2026-02-30', '2026-13-01', 'x', ''])('say of a day that does not exist (%j) that there is none', async (day) => {
    const expected = { ...(await ofToday()), status: 422, alert: expect.stringContaining('There is no such day.') as string };
    expect(await said(`/customer/receipts?day=${day}`)).toEqual(expected);
    if (day !== '') expect(await said(`/customer/receipts/${day}`)).toEqual(expected);
  });

  it('say of a day without receipts that nothing was read, and give a file of a day that has some', async () => {
    const nothing = { day: '1 January 2020', receipts: 0, empty: 'Nothing was read or approved on this day.' };
    expect(await said(`/customer/receipts?day=${emptyDay}`)).toEqual({ ...nothing, status: 200, alert: '' });
    const noFile = { ...nothing, status: 422, alert: expect.stringContaining('There is no file of this day') as string };
    expect(await said(`/customer/receipts/${emptyDay}`)).toEqual(noFile);
    const { status, headers } = await browser.open(`/customer/receipts/${today}`);
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="receipts-${today}.json"`]);
  });

  it.each(['zz', '-1', '1.5', '', '9'.repeat(13)])('refuse a place that a list cannot have (after=%s)', async (after) => {
    const expected = { ...(await ofToday()), status: 422, alert: expect.stringContaining('no such place') as string };
    for (const path of [
      `/customer/receipts?day=${today}&after=${after}`,
      `/customer/receipts?after=${after}`,
      `/customer/receipts/${today}?after=${after}`,
    ])
      expect(await said(path)).toEqual(expected);
  });

  it('say behind the last place that there is nothing more, and lead to the beginning', async () => {
    expect(await said(`/customer/receipts?day=${today}&after=999999999999`)).toMatchObject({
      status: 200,
      receipts: 0,
      empty: 'Nothing more was read or approved on this day.',
    });
    expect(browser.response.text).toContain(`href="/customer/receipts?day=${today}&lang=en">From the beginning`);
    expect((await said(`/customer/receipts?day=${today}`)).receipts).toBe(1);
    expect(browser.response.text).not.toContain('From the beginning');
    const { text } = await browser.open(`/customer/receipts/${today}?after=999999999999`);
    expect(JSON.parse(text)).toMatchObject({ receipts: [], after: 999_999_999_999 });
  });
});
