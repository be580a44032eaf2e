import { randomUUID } from 'node:crypto';
import { inDays, newCustomer, runningBank, type TestCustomer } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';
import { anInstrument, aPortfolio, holds, orders, trades, type TestPortfolio } from './a-portfolio.js';

describe('the erasure of a customer in securities', () => {
  const bank = runningBank(['ais-pis', 'securities']);
  const erasure = () => new TestErasure(bank, 'securities');
  const canary = (): string => `zq${randomUUID().slice(0, 8)}`;
  const nothing = { done: true, erased: {}, obstacles: [], keptUntil: null };
  const close = ({ accountId }: TestPortfolio) =>
    bank.database('securities').query("update securities_account set status = 'deleted' where account_id = $1", [accountId]);
  const places = ['position', 'securities_account', 'securities_transaction', 'security_order'];

  const planted = async (owners: readonly TestCustomer[], text: string): Promise<TestPortfolio> => {
    const portfolio = await aPortfolio(bank, owners);
    const instrument = await anInstrument(bank);
    await holds(bank, portfolio, instrument, 3);
    await orders(bank, portfolio, instrument, 2);
    await trades(bank, portfolio, instrument, 3);
    for (const [table, columns] of [
      ['position', ['details']],
      ['security_order', ['details', 'related_iban']],
      ['securities_transaction', ['details']],
      ['securities_account', ['owner_name', 'name', 'display_name', 'details', 'related_iban', 'other_identification']],
    ] as const)
      await erasure().plant(text, table, columns, 'account_id = $1', portfolio.accountId);
    return portfolio;
  };

  it('leaves no name, number or text in any table, and those of another customer as they are', async () => {
    const [customer, other] = [await newCustomer(bank), await newCustomer(bank)];
    const [theirs, others] = [canary(), canary()];
    const portfolio = await planted([customer], theirs);
    await planted([other], others);
    expect(await erasure().placesOf(theirs)).toEqual(places.map((table) => `${theirs} in ${table}`));
    await close(portfolio);
    const accountId = randomUUID();
    expect(await erasure().erased(customer, theirs, [{ iban: theirs, accountId, shared: false }])).toMatchObject({
      done: true,
      erased: { position: 1, securities_transaction: 3, security_order: 2, securities_account: 1 },
    });
    expect(await erasure().placesOf(theirs)).toEqual([]);
    expect(await erasure().placesOf(others)).toEqual(places.map((table) => `${others} in ${table}`));
    expect(await erasure().placesOf(`erased-${accountId}`)).toHaveLength(2);
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true, erased: {} });
  });

  it('waits for securities accounts that are not closed', async () => {
    const customer = await newCustomer(bank);
    const portfolio = await aPortfolio(bank, [customer]);
    expect(await erasure().erased(customer, null)).toMatchObject({
      done: false,
      obstacles: [{ what: 'securities account', id: portfolio.accountId, must: 'be closed' }],
    });
    expect(await erasure().placesOf(portfolio.identification)).toHaveLength(1);
    await close(portfolio);
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true });
    expect(await erasure().placesOf(portfolio.identification)).toEqual([]);
  });

  it('takes from a shared account the name', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    await planted([first, second], `${name} ${rest}`);
    expect(await erasure().erased(first, name)).toMatchObject({ done: true, erased: { 'securities_account (name)': 1 } });
    expect(await erasure().placesOf(rest)).toEqual(places.map((table) => `${rest} in ${table}`));
    const { rows } = await bank
      .database('securities')
      .query('select owner_name from securities_account join holder on resource_id = account_id where psu_id = $1', [second.psuId]);
    expect(rows).toEqual([{ owner_name: rest }]);
  });

  it('takes from a shared account the number of the cash account where that was the customer’s alone', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const number = canary();
    const { accountId: id } = await planted([first, second], number);
    const account = { iban: number, accountId: randomUUID() };
    const related = async () =>
      (await bank.database('securities').query('select related_iban from securities_account where account_id = $1', [id]))
        .rows as unknown[];
    expect(await erasure().erased(first, null, [{ ...account, shared: true }])).toMatchObject({ done: true, erased: {} });
    expect((await erasure().erased(first, null, [{ ...account, shared: false }], 7)).keptUntil).not.toBeNull();
    expect(await related()).toEqual([{ related_iban: number }]);
    expect(await erasure().erased(first, null, [{ ...account, shared: false }])).toMatchObject({
      erased: { 'securities_account (account number)': 1, 'security_order (account number)': 2 },
    });
    expect(await related()).toEqual([{ related_iban: `erased-${account.accountId}` }]);
    expect(await erasure().erased(first, null, [{ ...account, shared: false }])).toMatchObject({ done: true, erased: {} });
  });

  it('takes from accounts and orders of others the number of the cash account where that was the customer’s alone', async () => {
    const [customer, holder, neighbour] = [await newCustomer(bank), await newCustomer(bank), await newCustomer(bank)];
    const [number, another] = [canary(), canary()];
    const { accountId: id, path } = await planted([holder], number);
    await planted([neighbour], another);
    const account = { iban: number, accountId: randomUUID() };
    const numbers = async () =>
      (
        await bank.database('securities').query<{ related_iban: string }>(
          `select related_iban from securities_account where account_id = $1
          union all (select related_iban from security_order where account_id = $1 order by order_date)`,
          [id],
        )
      ).rows.map(({ related_iban }) => related_iban);
    const reader = (await (await bank.client()).consentedBy(holder)).paced;
    expect(await erasure().erased(customer, null, [{ ...account, shared: true }])).toEqual(nothing);
    const kept = await erasure().erased(customer, null, [{ ...account, shared: false }], 7);
    expect(kept).toEqual({ ...nothing, keptUntil: expect.any(String) as string });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await numbers()).toEqual([number, number, number]);

    await bank.database('securities').query(
      `update security_order set order_date = order_date - interval '8 months'
        where order_id in (select order_id from security_order where account_id = $1 order by order_date limit 1)`,
      [id],
    );
    expect((await erasure().erased(customer, null, [{ ...account, shared: false }], 7)).erased).toEqual({
      'security_order (account number)': 1,
    });
    const erased = `erased-${account.accountId}`;
    expect(await numbers()).toEqual([number, erased, number]);
    expect(await erasure().erased(customer, null, [{ ...account, shared: false }])).toEqual({
      ...nothing,
      erased: { 'security_order (account number)': 1, 'securities_account (account number)': 1 },
    });
    expect(await numbers()).toEqual([erased, erased, erased]);
    const { orders: shown } = (await reader.get(`${path}/orders`)).body as { orders: readonly unknown[] };
    expect(shown.length).toBeGreaterThan(0);
    for (const order of shown) expect(order).toMatchObject({ relatedCashAccount: { other: { identification: 'erased' } } });
    expect(await erasure().placesOf(another)).toEqual(
      expect.arrayContaining([`${another} in securities_account`, `${another} in security_order`]),
    );
    expect(await erasure().erased(customer, null, [{ ...account, shared: false }])).toEqual(nothing);
  });

  it('names the accounts that pay for what the customer holds, and erases the number of somebody else’s by its id', async () => {
    const [customer, number] = [await newCustomer(bank), canary()];
    const portfolio = await planted([customer], number);
    expect(await erasure().check(customer)).toMatchObject({ linkedNumbers: [number] });
    await close(portfolio);
    const accountId = randomUUID();
    await erasure().erased(customer, null, [{ iban: number, accountId, shared: true }]);
    expect(await erasure().placesOf(number)).toEqual([]);
    expect(await erasure().placesOf(`erased-${accountId}`)).toEqual(
      ['securities_account', 'security_order'].map((table) => `erased-${accountId} in ${table}`),
    );
    expect(await erasure().check(customer)).toMatchObject({ linkedNumbers: [] });
  });

  it('keeps what the law keeps: orders and transactions until their day, and the account with the last of them', async () => {
    const [customer, text] = [await newCustomer(bank), canary()];
    const { accountId, ...portfolio } = await planted([customer], text);
    await close({ accountId, ...portfolio });
    const older = (table: string, day: string) =>
      bank.database('securities').query(`update ${table} set ${day} = ${day} - interval '8 months' where account_id = $1`, [accountId]);
    await older('security_order', 'order_date');
    const kept = await erasure().erased(customer, text, [], 7);
    expect(kept).toMatchObject({ done: true, keptUntil: expect.any(String) as string });
    expect(kept.erased).toEqual({ security_order: 2 });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await erasure().placesOf(text)).toEqual(
      ['position', 'securities_account', 'securities_transaction'].map((table) => `${text} in ${table}`),
    );
    await older('securities_transaction', 'booking_date');
    expect(await erasure().erased(customer, text, [], 7)).toMatchObject({
      erased: { position: 1, securities_transaction: 3, securities_account: 1 },
      keptUntil: null,
    });
    expect(await erasure().placesOf(text)).toEqual([]);
  });

  it('keeps the name on a shared account for what was booked until the customer was erased', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    await planted([first, second], `${name} ${rest}`);
    expect(await erasure().erased(first, name, [], 7)).toMatchObject({ erased: {}, keptUntil: expect.any(String) as string });
    await bank.database('securities').query('update erased_customer set erased_on = erased_on - 90 where psu_id = $1', [first.psuId]);
    expect(await erasure().erased(first, name, [], 7)).toMatchObject({ erased: { 'securities_account (name)': 1 }, keptUntil: null });
  });
});
