import { randomUUID } from 'node:crypto';
import { collect, runningBank, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const eur = (amount: string) => ({ currency: 'EUR', amount });
const more = 'More direct debits';
const older = 'Older collections';

describe("the pages of a customer's mandates", () => {
  const bank = runningBank(services);
  const database = () => bank.database('mandates');
  const entered = async ({ login, password }: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    return browser;
  };
  const given = async (customer: TestCustomer, iban: string) => {
    const client = await bank.client();
    const { body } = await (
      await client.withClientToken('mandates', 'MANDATE')
    ).post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
      debtorAccount: { iban },
    });
    const resourceId = body['resourceId'] as string;
    await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    return resourceId;
  };
  /** As many mandates like this one, approved by its customer after it. */
  const newer = async (resourceId: string, count: number) => {
    const { rows } = await database().query<{ id: string }>(
      `insert into mandate (resource_id, client_id, creditor_scheme_id, mandate_id, psu_id, request, mandate_status, date_of_signature, created_at, status_changed_at, debtor_account_id, debtor_account, idle_since)
       select gen_random_uuid(), client_id, creditor_scheme_id, left(mandate_id, 20) || n, psu_id, request, mandate_status, date_of_signature, created_at, status_changed_at + n * interval '1 second', debtor_account_id, debtor_account, idle_since
       from mandate, generate_series(1, $2) n where resource_id = $1
       returning resource_id as id`,
      [resourceId, count],
    );
    await database().query(
      'insert into mandate_approval (resource_id, psu_id, approved_at) select id, psu_id, approved_at from mandate_approval, unnest($2::uuid[]) id where resource_id = $1',
      [resourceId, rows.map(({ id }) => id)],
    );
  };
  const mandateStatus = async (resourceId: string) => {
    const { rows } = await database().query<{ status: string }>('select mandate_status as status from mandate where resource_id = $1', [
      resourceId,
    ]);
    return rows[0]!.status;
  };
  const shownIn = (text: string) => [...text.matchAll(/href="\/customer\/mandates\/([\da-f-]{36})\?/g)].map(([, id]) => id!);
  const hrefOf = (text: string, words: string) => new RegExp(`href="([^"]+)">${words}`).exec(text)?.[1]?.replaceAll('&amp;', '&');

  it('show each of very many mandates, and suspend, resume and end the oldest one', async () => {
    const customer = await aCustomer(bank);
    const oldest = await given(customer, (await anAccount(bank, [customer])).iban);
    await newer(oldest, 130);
    const browser = await entered(customer);
    const first = (await browser.open('/customer/mandates')).text;
    expect(shownIn(first)).toHaveLength(100);
    const second = (await browser.open(hrefOf(first, more)!)).text;
    expect(hrefOf(second, more)).toBeUndefined();
    expect(second).not.toContain('Nobody may collect');
    expect(new Set([...shownIn(first), ...shownIn(second)]).size).toBe(131);
    expect(shownIn(second).at(-1)).toBe(oldest);

    for (const [step, status] of [
      ['suspend', 'SUSP'],
      ['resume', 'ACTV'],
    ] as const) {
      await database().query("update mandate set status_changed_at = status_changed_at - interval '1 day' where resource_id = $1", [
        oldest,
      ]);
      await browser.open(`/customer/mandates/${oldest}`);
      await browser.press(step);
      expect(await mandateStatus(oldest)).toBe(status);
    }
    await database().query("update mandate set status_changed_at = status_changed_at - interval '1 day' where resource_id = $1", [oldest]);
    await browser.open(`/customer/mandates/${oldest}`);
    await browser.confirm('end');
    expect(await mandateStatus(oldest)).toBe('CANC');
    const last = (await browser.open(hrefOf((await browser.open('/customer/mandates')).text, more)!)).text;
    expect(shownIn(last).at(-1)).toBe(oldest);
  });

  it('show each of very many collections, and refund the oldest one', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const resourceId = await given(customer, account.iban);
    const { collectionId } = await collect(bank.operator, resourceId, { collectionId: randomUUID(), amount: eur('12.00') });
    await database().query('update collection set presented_on = presented_on - 1 where collection_id = $1', [collectionId]);
    await database().query(
      `insert into collection (collection_id, resource_id, currency, amount, presented_on, state, booked_on, created_at, decided_at)
       select gen_random_uuid(), resource_id, currency, 1, presented_on + 1, state, booked_on, created_at, decided_at
       from collection, generate_series(1, 230) where collection_id = $1`,
      [collectionId],
    );
    const browser = await entered(customer);
    const shown = new Set<string>();
    for (let at: string | undefined = `/customer/mandates/${resourceId}`; at !== undefined;) {
      const { text } = await browser.open(at);
      for (const [, id] of text.matchAll(/value="refund:([\da-f-]{36})"/g)) shown.add(id!);
      at = hrefOf(text, older);
    }
    expect(shown.size).toBe(231);
    await browser.confirm(`refund:${collectionId}`);
    const { rows } = await database().query('select from collection where collection_id = $1 and refunded_on is not null', [collectionId]);
    expect(rows).toHaveLength(1);
    const { rows: balances } = await bank
      .database('ais-pis')
      .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [account.accountId]);
    expect(balances[0]!.booked).toBe('100.00');
  });
});
