import { runningBank, until, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i;
const inFours = (iban: string): string => `<bdi dir="ltr">${iban.replace(/(.{4})(?=.)/g, '$1 ')}</bdi>`;

describe("what a customer's receipts are about", () => {
  const bank = runningBank(services);
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client({ name: 'Shop' });
  });

  /** The entries of this day, newest sign-in each time, once there are so many. */
  const shownTo = async (customer: TestCustomer, count: number, language = 'en') => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    let entries: string[] = [];
    await until(
      'the receipts',
      async () => {
        const { text } = await browser.open(`/customer/receipts?lang=${language}`);
        entries = text.match(/<li><div class="account">.*?<\/li>/gs) ?? [];
        return entries.length >= count;
      },
      20_000,
    );
    for (const entry of entries) expect(entry.replaceAll(/href="[^"]*"/g, '')).not.toMatch(uuid);
    return { browser, entries };
  };
  const aPayment = async (customer: TestCustomer, iban: string) => {
    const created = await (await client.withClientToken('payments', 'PIS')).paced.post(sepa, { ...inEuro, debtorAccount: { iban } });
    const paymentId = created.body.paymentId as string;
    return { paymentId, reader: await client.approvedBy(customer, 'payments', `PIS:${paymentId}`) };
  };

  it('is told of a payment by its amount and creditor, with a link, and without its name once that is erased', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const { paymentId, reader } = await aPayment(customer, iban);
    expect(await reader.get(`${sepa}/${paymentId}`)).toAnswer(200);
    expect(await reader.get(`${sepa}/${paymentId.toUpperCase()}/status`)).toAnswer(200);
    const { entries, browser } = await shownTo(customer, 3);
    for (const [at, name] of ['Payment, approved by you', 'Details of a payment', 'Status of a payment'].entries()) {
      expect(entries[at]).toContain(`· ${name}</small>`);
      expect(entries[at]).toContain('<bdi dir="ltr">€12.50</bdi> · <bdi>Bookshop</bdi>');
      expect(entries[at]).toContain(`href="/customer/payments/${paymentId}?lang=en"`);
    }
    expect((await browser.open(`/customer/payments/${paymentId}`)).text).toContain('<bdi dir="ltr">€12.50</bdi> · <bdi>Bookshop</bdi>');

    await bank
      .database('ais-pis')
      .query(`update payment set request = request || '{"creditorName": "erased"}' where payment_id = $1`, [paymentId]);
    const erased = await shownTo(customer, 3, 'he');
    expect(erased.entries[1]).toContain('<bdi dir="ltr">12.50\u00a0€</bdi> · <bdi>השם נמחק</bdi>');
  });

  it('is told of a mandate by its creditor, with a link, and of an access with a link', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const created = await (
      await client.withClientToken('mandates', 'MANDATE')
    ).post('/v2/mandates', aMandate(iban, { creditor: { name: 'City Power <&>' } }));
    const { resourceId } = created.body as { resourceId: string };
    const reader = await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    expect(await reader.get(`/v2/mandates/${resourceId}`)).toAnswer(200);
    expect(await reader.get(`/v2/mandates/${resourceId}/status`)).toAnswer(200);
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    expect(await permitted.get(`/v1.7/consents/${permitted.consentId}`)).toAnswer(200);

    const { entries } = await shownTo(customer, 5);
    const names = ['Direct debit mandate, approved by you', 'Details of a direct debit mandate', 'Status of a direct debit mandate'];
    for (const [at, name] of names.entries()) {
      const entry = entries.find((one) => one.includes(`· ${name}</small>`));
      expect({ at, entry }).toEqual({ at, entry: expect.stringContaining('<bdi>City Power &lt;&amp;&gt;</bdi>') as string });
      expect(entry).toContain(`href="/customer/mandates/${resourceId}?lang=en"`);
    }
    for (const name of ['Access, approved by you', 'What an access covers']) {
      const entry = entries.find((one) => one.includes(`· ${name}</small>`));
      expect(entry?.match(new RegExp(`href="/customer/access/${permitted.consentId}\\?lang=en"`, 'g'))).toHaveLength(1);
    }
  });

  it('is told of an account by its name and number, also where it was asked for by branch and account number', async () => {
    // One of the last of the demo bank: of the first ones other tests read so much that the page of a day has more than one.
    const customer = bank.customers.findLast(({ accounts }) =>
      accounts.some((one) => one.branchNumber !== undefined && one.approval === 'any'),
    )!;
    const { reference, branchNumber, accountNumber } = await aBranchAccount(customer);
    const permitted = await client.consentedBy(customer, { balances: [{ iban: reference }], transactions: [{ iban: reference }] });
    expect(await permitted.paced.get(`/account/0${branchNumber}-${accountNumber}/loanEligibility`)).toAnswer(200);
    const { entries } = await shownTo(customer, 2);
    const read = entries.find((one) => one.includes('· Whether you can get a loan, and on which terms</small>'));
    expect(read).toContain(inFours(reference));
  });

  it('is not told where it is no longer shown to the customer, and then leads nowhere', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const permitted = await client.consentedBy(customer, { balances: [{ iban: account.iban }] });
    expect(await permitted.get(`/v1.7/accounts/${account.accountId}/balances`)).toAnswer(200);
    const { paymentId } = await aPayment(customer, account.iban);
    const shown = await shownTo(customer, 3);
    expect(shown.entries.filter((entry) => entry.includes(inFours(account.iban)))).toHaveLength(1);
    expect(shown.entries.join('')).not.toContain('no longer shown');

    const database = bank.database('ais-pis');
    await database.query('delete from holder where psu_id = $1', [customer.psuId]);
    await database.query('delete from payment_approval where payment_id = $1', [paymentId]);
    await database.query('delete from consent_approval where psu_id = $1', [customer.psuId]);
    const { entries } = await shownTo(customer, 3);
    expect(entries.map((entry) => entry.includes('It is no longer shown here.'))).toEqual([true, true, true]);
    expect(entries.join('')).not.toContain('href=');
  });

  const aBranchAccount = async ({ psuId }: TestCustomer) => {
    const { rows } = await bank.database('ais-pis').query<{ reference: string; branchNumber: string; accountNumber: string }>(
      `select a.iban as reference, a.branch_number as "branchNumber", a.account_number as "accountNumber"
       from account a join holder h on h.resource_id = a.account_id where h.psu_id = $1 and a.branch_number is not null and h.rule = 'any' limit 1`,
      [psuId],
    );
    return rows[0]!;
  };
});
