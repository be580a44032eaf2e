import { randomUUID } from 'node:crypto';
import { BankClock } from '@open-banking/database';
import { leafOf, receiptText } from '@open-banking/receipts';
import { runningBank, until, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { activityByDay, activityOfDay } from '../src/activity/activity.statements.js';

const clock = new BankClock('Asia/Jerusalem');
const today = clock.dayOf(new Date());
const daysAgo = (days: number): string => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
/** A time of the bank's winter or summer on a day: two hours of any day have the same offset. */
const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00Z`);

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
const leavesRead = (node: PlanNode): number =>
  (node['Relation Name'] === 'receipt_leaf' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, one) => sum + leavesRead(one), 0);

describe("the activity of a customer's services", () => {
  const bank = runningBank(services);

  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  /** Leaves of the log as a service would have left them, without their hashes: the page reads only what they say. */
  const done = async (
    customer: TestCustomer,
    clientId: string,
    day: string,
    receipts: readonly (readonly [time: string, operation: string])[],
  ) => {
    const texts = receipts.map(([time, operation], index) => receiptText(index, at(day, time), operation, 'a\u0000b'));
    const leaf = leafOf(randomUUID(), 'a'.repeat(24), { psuId: customer.psuId, consentId: '', clientId }, texts.join(','));
    await bank
      .database('ais-pis')
      .query(
        'insert into receipt_leaf (day, psu_id, leaf_index, leaf) select $1, $2, 1000000000 + count(*), $3 from receipt_leaf where day = $1 and psu_id = $2',
        [day, customer.psuId, leaf],
      );
  };
  const entriesOf = ({ response: { text } }: Browser) =>
    [...text.matchAll(/<li><div class="account">(.*?)<\/div><\/li>/gs)].map(([, entry]) =>
      entry!
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  const hour = (day: string, time: string) =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Jerusalem' }).format(at(day, time));

  it('is grouped by service and hour, the newest first, and polling is not reading', async () => {
    const [customer, stranger] = [await aCustomer(bank), await aCustomer(bank)];
    const [budget, shop] = [await bank.client({ name: 'Budget <3' }), await bank.client({ name: 'Shop' })];
    const day = daysAgo(2);
    await done(customer, budget.clientId, day, [
      ['07:36', 'readAccountBalances'],
      ['07:37', 'readCardBalances'],
      ['07:39', 'readAccountBalances'],
    ]);
    await done(customer, budget.clientId, day, [
      ['07:40', 'listTransactions'],
      ['08:05', 'readAccountBalances'],
      ['08:06', 'unknown'],
    ]);
    await done(customer, shop.clientId, day, [
      ['08:01', 'readPaymentStatus'],
      ['08:03', 'readPaymentStatus'],
      ['08:00', 'payments.approve'],
    ]);
    await done(stranger, shop.clientId, today, [['08:01', 'listLoans']]);

    const browser = await entered(customer);
    // Nothing was done today: the newest day with something is shown.
    await browser.open('/customer/activity');
    expect(browser.response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(browser.response.text).not.toMatch(/<script|style="/);
    expect(entriesOf(browser)).toEqual([
      `Budget &lt;3 Did something else once, at ${hour(day, '08:06')} Read your balances once, at ${hour(day, '08:05')}`,
      `Shop Checked the status of a payment, without reading your data, 2 times between ${hour(day, '08:01')} and ${hour(day, '08:03')} You approved a payment that it had asked for once, at ${hour(day, '08:00')}`,
      `Budget &lt;3 Read your transactions once, at ${hour(day, '07:40')} Read your balances 3 times between ${hour(day, '07:36')} and ${hour(day, '07:39')}`,
    ]);
    expect(browser.response.text.match(/<rect class="ground"/g)).toHaveLength(30);
    expect(browser.response.text).toContain('In the last 30 days: 9 requests and approvals.');

    await browser.open(`/customer/activity?service=${shop.clientId}`);
    expect(entriesOf(browser)).toEqual([expect.stringMatching(/^Shop /)]);
    expect(browser.response.text).toContain('In the last 30 days: 3 requests and approvals.');
    expect(browser.response.text).toContain(`<option value="${shop.clientId}" selected>Shop</option>`);
    await browser.open('/customer/activity?service=of-nobody');
    expect(browser.response.text).toContain('Nothing was read or approved in the last 30 days.');

    await browser.open(`/customer/activity?lang=he`);
    expect(entriesOf(browser)[2]).toContain('קריאה של היתרות שלך 3 פעמים בין');
    const refused = await browser.open('/customer/activity?day=2026-02-30');
    expect([refused.status, refused.text.includes('There is no such day')]).toEqual([422, true]);
    expect((await browser.open(`/customer/activity?day=${day}&before=x`)).status).toBe(422);
    expect((await browser.open(`/customer/activity?day=${day}`)).status).toBe(200);
    expect((await (await entered(stranger)).open('/customer/activity')).text).not.toContain('Budget');
  });

  it('shows a read of a running service, with its proofs behind a fold', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const client = await bank.client({ name: 'Reader' });
    const permitted = await client.consentedBy(customer, { balances: [{ iban: account.iban }] });
    expect(await permitted.get(`/v1.7/accounts/${account.accountId}/balances`)).toAnswer(200);
    const browser = await entered(customer);
    await until('the activity', async () => (await browser.open('/customer/activity')).text.includes('Read your balances once'), 20_000);
    expect(browser.response.text).toContain('You approved its access');
    expect(browser.response.text).toMatch(
      /<details class="more"><summary>For experts<\/summary>[^]*\/customer\/receipts\/\d{4}-[^]*<\/details>/,
    );
    const single = await browser.open(/href="(\/customer\/receipts\?day=[^"]*)"/.exec(browser.response.text)![1]!.replace('&amp;', '&'));
    expect(single.text).toContain('Balances of a current account');
  });

  it('counts approvals, each of another thing, and tells services of one name apart', async () => {
    const customer = await aCustomer(bank);
    const [one, other, alone] = [
      await bank.client({ name: 'Twin' }),
      await bank.client({ name: 'Twin' }),
      await bank.client({ name: 'Alone' }),
    ];
    const day = daysAgo(1);
    await done(customer, one.clientId, day, [
      ['08:00', 'payments.approve'],
      ['08:30', 'payments.approve'],
      ['08:40', 'mandates.approve'],
    ]);
    await done(customer, other.clientId, day, [['07:00', 'listAccounts']]);
    await done(customer, alone.clientId, day, [['06:00', 'listAccounts']]);
    await bank.database('ais-pis').query("update client set created_at = '2024-03-05T09:00:00Z' where client_id = $1", [one.clientId]);
    const browser = await entered(customer);
    await browser.open('/customer/activity');
    const [from, until, at] = ['08:00', '08:30', '08:40'].map((time) => hour(day, time));
    expect(entriesOf(browser)[0]).toBe(
      `Twin You approved a direct debit that it had asked for once, at ${at} You approved 2 payments that it had asked for, between ${from} and ${until}`,
    );
    const options = [...browser.response.text.matchAll(/<option value="[^"]+" ?>([^<]+)</g)].map(([, text]) => text);
    expect(options).toContain('Alone');
    expect(options).toContain('Twin (Registered here on: 5 March 2024)');
    expect(options.filter((text) => text?.startsWith('Twin (Registered here on: '))).toHaveLength(2);
    await browser.open('/customer/activity?lang=he');
    expect(entriesOf(browser)[0]).toContain('אישרת שני תשלומים שהשירות ביקש, בין');
    await browser.open('/customer/activity?lang=ar');
    expect(entriesOf(browser)[0]).toContain('وافقت على دفعتين طلبتهما الخدمة، بين');
  });

  it('costs the same after 40,000 leaves, of which each page shows a bounded part', async () => {
    const customer = await aCustomer(bank);
    const client = await bank.client({ name: 'Busy' });
    await done(customer, client.clientId, today, [['09:00', 'readAccountBalances']]);
    const database = bank.database('ais-pis');
    await database.query(
      `insert into receipt_leaf (day, psu_id, leaf_index, leaf)
       select case when n <= 20000 then r.day else r.day - 1 - n % 19 end, r.psu_id, r.leaf_index + n, r.leaf from receipt_leaf r, generate_series(1, 40000) n where r.psu_id = $1 and r.day = $2`,
      [customer.psuId, today],
    );
    await database.query('analyze receipt_leaf');
    const planOf = async (text: string, ...values: unknown[]) => {
      const { rows } = await database.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      return Math.round(leavesRead(rows[0]!['QUERY PLAN'][0].Plan));
    };
    expect(await planOf(activityByDay.text, customer.psuId, daysAgo(29), today, 200)).toBe(20 * 200);
    expect(await planOf(activityOfDay.text, customer.psuId, today, 9e15, 1_000, null, 'Asia/Jerusalem')).toBe(1_000);

    const browser = await entered(customer);
    await browser.open('/customer/activity');
    expect(entriesOf(browser)).toEqual([expect.stringMatching(/^Busy Read your balances 1000 times, at/)]);
    expect(browser.response.text).toContain('200 or more');
    const next = /href="([^"]*before=[^"]*)"/.exec(browser.response.text)![1]!.replaceAll('&amp;', '&');
    await browser.open(next);
    expect(entriesOf(browser)).toEqual([expect.stringMatching(/^Busy Read your balances 1000 times, at/)]);
    expect(/before=(\d+)/.exec(browser.response.text)![1]).not.toBe(/before=(\d+)/.exec(next)![1]);
    await browser.open(`/customer/activity?day=${today}&before=1000000005`);
    expect(entriesOf(browser)).toEqual([expect.stringMatching(/^Busy Read your balances 5 times, at/)]);
    expect(browser.response.text).not.toContain('before=');
  });
});
