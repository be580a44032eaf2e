import { placesOf } from '@open-banking/testing/erasure';
import { randomUUID } from 'node:crypto';
import { entryTexts } from '@open-banking/ais-pis-accounts';
import { TestClosedAccounts } from '@open-banking/ais-pis-testing/a-closed-account';
import { validConsents } from '@open-banking/ais-pis-testing/a-valid-consent';

describe('names and texts in the books', () => {
  let accounts: TestClosedAccounts;
  const sql: TestClosedAccounts['sql'] = (text, ...values) => accounts.sql(text, ...values);
  beforeAll(async () => {
    accounts = await TestClosedAccounts.open();
  });
  afterAll(() => accounts.bank.close());

  it('are all that can be erased of a booked entry, by anybody, and nothing can take their place', async () => {
    const { accountId } = await accounts.add([1]);
    const changed = (set: string, who: Pick<typeof accounts.bank.owner, 'query'> = accounts.bank.owner) =>
      who.query(`update entry set ${set} where account_id = $1`, [accountId]);
    for (const set of [
      'amount = 2',
      'balance_after = 7',
      'booking_date = booking_date - 1',
      "entry_reference = '0000000000000009'",
      "transaction_id = 'other'",
      "creditor_name = 'Somebody else'",
      "remittance_unstructured = null, bank_transaction_code = 'OTHR'",
      "ultimate_debtor = 'Somebody'",
    ])
      await expect(changed(set)).rejects.toThrow('what is booked is not changed');
    await expect(accounts.bank.owner.query('delete from entry where account_id = $1', [accountId])).rejects.toThrow(
      'what is booked is not changed',
    );
    const refused = { name: 'test.update', text: 'update entry set creditor_name = null where account_id = $1' };
    await expect(accounts.bank.database.rows(refused, accountId)).rejects.toThrow();
    const before = await accounts.bookedOf({ accountId });
    const [{ erased }] = (await accounts.bank.database.rows(
      { name: 'test.erase', text: `select erase_entry_texts($1, '-infinity', '', 'infinity', '')::int as erased` },
      accountId,
    )) as [{ erased: number }];
    expect(erased).toBe(1);
    expect(await accounts.bookedOf({ accountId })).toEqual(before);
    expect(await accounts.textsOf({ accountId })).toEqual([]);
  });

  it('are erased wherever an erasure was interrupted, once it is made again, and the books are proved', async () => {
    const customer = await accounts.add([1, 2, 3], { aDay: 400 });
    const { accountId, name } = customer;
    const before = await accounts.bookedOf({ accountId });
    await validConsents(accounts.bank.owner, [customer.psuId]);
    while ((await sql('select from entry_text_due')).length > 0) await accounts.bank.owner.query(entryTexts.write.text, [10, 500]);
    expect(await sql('select from entry_text where account_id = $1', accountId)).toHaveLength(1_200);
    let left = 1_200;
    for (;;) {
      // Each time another process, which is killed after one batch.
      const { batches } = await accounts.erase(customer, { max: 1 });
      const [{ count }] = (await sql<{ count: number }>(
        'select count(creditor_name)::int as count from entry where account_id = $1',
        accountId,
      )) as [{ count: number }];
      expect(left - count).toBeLessThanOrEqual(500);
      left = count;
      expect(await accounts.brokenProofs()).toEqual([]);
      if (batches === 0) break;
    }
    expect(await placesOf(accounts.bank.owner, [name])).toEqual([]);
    expect(await accounts.bookedOf({ accountId })).toEqual(before);
    expect(await sql('select from entry_text where account_id = $1', accountId)).toEqual([]);
  }, 120_000);

  it('of somebody who shares an account are their name alone, also where it is another text now', async () => {
    const [dana, other] = [`Dana ${randomUUID()}`, await accounts.add([1])];
    const shared = await accounts.add([1, 2], { name: dana });
    await sql(`update psu set name = 'Omer' where psu_id = $1`, other.psuId);
    await sql(`insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')`, other.psuId, shared.accountId);
    await sql(
      `update account set owner_name = $2, owner_latin_name = $2, display_name = 'House of ' || $2, status = 'enabled' where account_id = $1`,
      shared.accountId,
      dana,
    );
    await sql(`insert into account_owner_name values ($1, $2), ($1, 'Omer')`, shared.accountId, dana);
    await accounts.erase({ psuId: shared.psuId, name: dana });
    expect(await sql('select owner_name, owner_latin_name, display_name from account where account_id = $1', shared.accountId)).toEqual([
      { owner_name: 'Omer', owner_latin_name: null, display_name: 'House of erased' },
    ]);
    expect(await sql('select name from account_owner_name where account_id = $1', shared.accountId)).toEqual([{ name: 'Omer' }]);
    expect(await placesOf(accounts.bank.owner, [dana])).toEqual([`${dana} in entry`]);
    expect(await sql('select from entry where account_id = $1 and creditor_name is not null', shared.accountId)).toEqual([]);
    expect(await accounts.textsOf(shared)).toEqual(['Text of 1 days ago', 'Text of 2 days ago']);
    expect(await accounts.brokenProofs()).toEqual([]);
  });

  // Last: these entries leave the accounts' sums wrong.
  it('of a loaded transfer within the bank are erased on its other side too, and of other transfers of that account they stay', async () => {
    const customer = await accounts.add([200], { name: `Noa ${randomUUID()}` });
    const other = await accounts.add([200]);
    const iban = { own: await accounts.bank.iban(customer.accountId), other: await accounts.bank.iban(other.accountId) };
    const entry = (at: number, accountId: string, back: number, amount: number, texts: object) =>
      sql(
        `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, debtor_name, debtor_account, creditor_name, creditor_account, remittance_unstructured)
        select $1, $2, lpad($3::text, 16, '0'), $2, now(), $4, 0, 'PMNT', t.debtor_name, t.debtor_account, t.creditor_name, t.creditor_account, t.text
        from jsonb_to_record($5) as t(debtor_name text, debtor_account jsonb, creditor_name text, creditor_account jsonb, text text)`,
        accountId,
        accounts.day(-back),
        at,
        amount,
        JSON.stringify(texts),
      );
    const [payer, payee] = [
      { debtor_name: customer.name, debtor_account: { iban: iban.own } },
      { creditor_name: 'Shop', creditor_account: { iban: iban.other } },
    ];
    // What the customer paid, a day later there; what the customer was paid; and two that say nothing of them.
    await entry(11, customer.accountId, 30, -5, { ...payee, text: 'paid' });
    await entry(11, other.accountId, 29, 5, { ...payer, text: 'paid' });
    await entry(12, other.accountId, 20, -3, { creditor_name: customer.name, creditor_account: { iban: iban.own }, text: 'refund' });
    await entry(12, customer.accountId, 20, 3, { debtor_name: 'Shop', debtor_account: { iban: iban.other }, text: 'refund' });
    await entry(13, other.accountId, 20, 7, { debtor_name: 'Another', debtor_account: { iban: 'IL00ANOTHER' }, text: 'another' });
    await entry(14, other.accountId, 90, 7, { debtor_name: 'Before', debtor_account: { iban: iban.own }, text: 'before' });
    await accounts.erase(customer);
    expect(
      await sql(
        'select debtor_name as debtor, debtor_account as from, creditor_name as creditor, creditor_account as to, remittance_unstructured as text from entry where account_id = $1 and amount in (5, -3, 7) order by entry_reference',
        other.accountId,
      ),
    ).toEqual([
      { debtor: null, from: null, creditor: null, to: null, text: null },
      { debtor: null, from: null, creditor: null, to: null, text: 'refund' },
      { debtor: 'Another', from: { iban: 'IL00ANOTHER' }, creditor: null, to: null, text: 'another' },
      { debtor: 'Before', from: { iban: iban.own }, creditor: null, to: null, text: 'before' },
    ]);
  });
});
