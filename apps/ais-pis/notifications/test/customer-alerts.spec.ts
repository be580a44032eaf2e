import { Browser, runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

describe('a bank without CUSTOMER_ALERTS_URL', () => {
  const bank = runningBank(services);

  it('writes no alert and offers no choice', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    expect(browser.response.text).not.toContain('/customer/alerts');
    const list = browser.response.text;
    expect((await browser.open('/customer/alerts')).text).toContain(list.match(/<h1>[^<]+<\/h1>/)![0]);
    const { rows } = await bank
      .database('ais-pis')
      .query('select from customer_alert where psu_id = $1 union all select from customer_alert_choice where psu_id = $1', [
        customer.psuId,
      ]);
    expect(rows).toEqual([]);
  });
});
