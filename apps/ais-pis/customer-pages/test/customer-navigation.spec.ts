import { inDays, runningBank, until, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe("the customer's own pages", () => {
  const bank = runningBank(services);
  let client: TestClient;
  let customer: TestCustomer;
  /** Where a customer goes from a list, with the tab to which it belongs. */
  let below: Readonly<Record<string, string>>;

  const entered = async () => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };

  beforeAll(async () => {
    client = await bank.client({ name: 'Reader <1>' });
    customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const { consentId } = await client.consentedBy(customer, { accounts: [{ iban }] });
    const payer = await client.withClientToken('payments', 'PIS');
    const payment = await payer.post(sepa, { ...inEuro, debtorAccount: { iban }, requestedExecutionDate: inDays(30) });
    await client.approvedBy(customer, 'payments', `PIS:${payment.body.paymentId as string}`);
    const mandate = await (await client.withClientToken('mandates', 'MANDATE')).post('/v2/mandates', aMandate(iban));
    await client.approvedBy(customer, 'mandates', `MANDATE:${mandate.body.resourceId as string}`);
    below = {
      [`/customer/access/${consentId}`]: '/customer',
      '/customer/receipts': '/customer/activity',
      [`/customer/payments/${payment.body.paymentId as string}`]: '/customer/payments',
      '/customer/limits': '/customer/payments',
      [`/customer/mandates/${mandate.body.resourceId as string}`]: '/customer/mandates',
    };
  });

  /** The tabs of a page, by what `aria-current` says of each. */
  const tabsOf = (text: string): Record<string, string | undefined> =>
    Object.fromEntries(
      [...text.matchAll(/<li><a href="(\/customer[a-z/]*)\?lang=en"(?: aria-current="(\w+)")? ?>/g)].map(([, tab = '', current]) => [
        tab,
        current,
      ]),
    );
  const [access, payments, mandates, activity] = ['/customer', '/customer/payments', '/customer/mandates', '/customer/activity'];
  const tabs = { [access]: undefined, [payments]: undefined, [mandates]: undefined, [activity]: undefined };

  it('have the tabs and a button to sign out, also below the lists', async () => {
    const browser = await entered();
    for (const list of [access, payments, mandates, activity]) {
      const { text } = await browser.open(list);
      expect(tabsOf(text)).toEqual({ ...tabs, [list]: 'page' });
    }
    for (const [page, list] of Object.entries(below)) {
      const { text, status } = await browser.open(page);
      expect([page, status]).toEqual([page, 200]);
      expect([page, tabsOf(text)]).toEqual([page, { ...tabs, [list]: 'true' }]);
      expect(text).toContain('Signed in as');
      const leaving = await entered();
      await leaving.open(page);
      await leaving.press('sign-out');
      expect((await leaving.open(page)).text).toContain('name="password"');
    }
    expect((await browser.open(access)).text).toContain('value="sign-out"');
  });

  it('name whose access a receipt leads to', async () => {
    const browser = await entered();
    await until('the receipts', async () => (await browser.open('/customer/receipts')).text.includes('/customer/access/'), 20_000);
    const links = [...browser.response.text.matchAll(/href="\/customer\/access\/[0-9a-f-]{36}\?lang=en">([^<]*)</g)].map(
      ([, text]) => text,
    );
    expect(new Set(links)).toEqual(new Set(['\u2068Reader &lt;1&gt;\u2069: details']));
    expect((await browser.open('/customer')).text).toContain('>\u2068Reader &lt;1&gt;\u2069: details<');
  });
});
