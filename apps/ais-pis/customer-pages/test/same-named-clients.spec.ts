import { runningBank, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

describe('services of one name, in the list of who has access', () => {
  const bank = runningBank(services);

  /** What is said under the name of each service of a list, newest approval of each. */
  const accessList = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return (browser.response.text.match(/<li><div class="account">.*?<\/li>/gs) ?? []).map((entry) =>
      entry.replaceAll(/<\/?bdi[^>]*>/g, ''),
    );
  };
  /** A customer to whose account services with these details have access. */
  const accessOfClients = async (...clients: Parameters<typeof bank.client>[0][]) => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const added = [];
    for (const details of clients) {
      const client = await bank.client(details);
      await client.consentedBy(customer, { balances: [{ iban }] });
      added.push(client);
    }
    return { customer, iban, added };
  };

  it('are told apart by their numbers in the register, or the addresses they return to; others say neither', async () => {
    const back = 'http://127.0.0.1:3000/back';
    const { customer } = await accessOfClients(
      { name: 'Me', organization: 'PSDIL-BOI-1', redirectUri: back },
      { name: 'ME', organization: 'PSDIL-BOI-2' },
      { name: 'Budget', redirectUri: back },
      { name: 'Budget', organization: 'PSDIL-BOI-3', redirectUri: 'http://127.0.0.1:4000/back' },
      { name: 'Alone', organization: 'PSDIL-BOI-4' },
    );
    const list = await accessList(customer);
    const ofName = (name: RegExp) =>
      list
        .filter((entry) => name.test(entry))
        .map((entry) => entry.match(/(Number in the register|Returns to|Registered here on|Registration): [^<]+/g));
    expect(ofName(/<b>me</i).sort()).toEqual([['Number in the register: PSDIL-BOI-1'], ['Number in the register: PSDIL-BOI-2']]);
    expect(ofName(/<b>Budget</).sort()).toEqual([['Returns to: 127.0.0.1:3000'], ['Returns to: 127.0.0.1:4000']]);
    expect(ofName(/<b>Alone</)).toEqual([null]);
  });

  it('are told apart by the day of their registration, or its id where the day is the same; one service with two approvals is not', async () => {
    const { customer, added } = await accessOfClients({ name: 'Me' }, { name: 'Me' });
    const marks = async () =>
      (await accessList(customer)).map((entry) => /(Returns to|Registered here on|Registration): ([^<]+)/.exec(entry)?.slice(1));
    const [one, two] = added.map(({ clientId }) => clientId) as [string, string];
    expect((await marks()).sort()).toEqual([one, two].sort().map((id) => ['Registration', id]));
    await bank.database('ais-pis').query("update client set created_at = '2024-03-05T09:00:00Z' where client_id = $1", [one]);
    expect((await marks()).map((mark) => mark?.[0])).toEqual(['Registered here on', 'Registered here on']);
    expect((await marks()).map((mark) => mark?.[1])).toContain('5 March 2024');

    const single = await accessOfClients({ name: 'Me' });
    await single.added[0]!.consentedBy(single.customer, { balances: [{ iban: single.iban }] }, { recurringIndicator: false });
    expect((await accessList(single.customer)).map((entry) => entry.includes('Registration:'))).toEqual([false, false]);
  });

  it('are told apart where one of them waits for this owner', async () => {
    const { customer } = await accessOfClients({ name: 'Me', redirectUri: 'http://127.0.0.1:3000/back' });
    const other = await aCustomer(bank);
    const shared = await anAccount(bank, [customer, other], { rule: 'both' });
    const second = await bank.client({ name: 'Me', redirectUri: 'http://127.0.0.1:4000/back' });
    await second.approvedBy(other, 'consents', `AIS:${await second.createConsent({ balances: [{ iban: shared.iban }] })}`);
    const list = await accessList(customer);
    expect(list.map((entry) => /Returns to: ([^<]+)/.exec(entry)?.[1])).toEqual(['127.0.0.1:4000', '127.0.0.1:3000']);
  });
});
