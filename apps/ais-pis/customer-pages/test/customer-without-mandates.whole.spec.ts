import { killableBank, until } from '@open-banking/testing';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';

describe("a customer's pages while the mandates service does not answer", () => {
  const bank = killableBank(['ais-pis', 'mandates'], {}, ['mandates']);

  it('say that mandates cannot be shown, not that there are none; when it answers they show them', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    const created = await (await client.withClientToken('mandates', 'MANDATE')).post('/v2/mandates', aMandate(iban));
    const { resourceId } = created.body as { resourceId: string };
    await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const shows = async (path: string, text: string) => (await browser.open(path)).text.includes(text);
    await until('the receipt', () => shows('/customer/receipts', '<bdi>City Power</bdi>'), 20_000);

    process.kill(bank.facts.pids.mandates!, 'SIGSTOP');
    await browser.open('/customer/receipts');
    expect(browser.response.text).toContain('What it was about cannot be shown at the moment.');
    expect(browser.response.text).not.toContain('no longer shown');
    await browser.open(`/customer/mandates/${resourceId}`);
    expect(browser.response.text).toContain('Direct debits cannot be shown at the moment.');
    expect(browser.response.text).not.toContain('There is no such');

    process.kill(bank.facts.pids.mandates!, 'SIGCONT');
    await until('the mandate', () => shows(`/customer/mandates/${resourceId}`, '<h1><bdi>City Power</bdi></h1>'), 20_000);
    expect(await shows('/customer/receipts', '<bdi>City Power</bdi>')).toBe(true);
  });
});
