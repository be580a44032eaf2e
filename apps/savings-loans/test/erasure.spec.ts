import { randomUUID } from 'node:crypto';
import { inDays, newCustomer, runningBank, type TestCustomer } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';
import { aContract, entries, kinds, pending, type Kind, type TestContract } from './a-contract.js';

describe('the erasure of a customer in savings and loans', () => {
  const bank = runningBank(['ais-pis', 'savings-loans']);
  const erasure = () => new TestErasure(bank, 'savings-loans');
  const database = () => bank.database('savings-loans');
  const canary = (): string => `zq${randomUUID().slice(0, 8)}`;
  const nothing = { done: true, erased: {}, obstacles: [], keptUntil: null };
  const close = ({ table }: Kind, { accountId }: TestContract) =>
    database().query(`update ${table}_account set status = 'deleted' where account_id = $1`, [accountId]);

  const planted = async (kind: Kind, owners: readonly TestCustomer[], text: string): Promise<TestContract> => {
    const contract = await aContract(bank, kind, owners);
    await entries(bank, kind, contract, 3);
    await pending(bank, kind, contract, 1);
    for (const table of [`${kind.table}_entry`, `${kind.table}_pending_entry`]) {
      const columns = ['creditor_name', 'debtor_name', 'remittance_unstructured', 'additional_information'];
      await erasure().plant(text, table, columns, 'account_id = $1', contract.accountId);
      await database().query(
        `update ${table} set creditor_account = jsonb_build_object('iban', $2::text), debtor_account = jsonb_build_object('iban', $2::text) where account_id = $1`,
        [contract.accountId, text],
      );
    }
    const columns = ['iban', 'owner_name', 'name', 'display_name', 'details', 'linked_accounts'];
    await erasure().plant(text, `${kind.table}_account`, columns, 'account_id = $1', contract.accountId);
    return contract;
  };

  /** A contract whose entries an account with this number, that is not the holder's, has paid. */
  const paidBy = async (kind: Kind, holder: TestCustomer, number: string): Promise<TestContract> => {
    const contract = await aContract(bank, kind, [holder]);
    await entries(bank, kind, contract, 3);
    await pending(bank, kind, contract, 1);
    for (const table of [`${kind.table}_entry`, `${kind.table}_pending_entry`])
      await database().query(
        `update ${table} set creditor_name = 'Holder', additional_information = 'Of the bank',
          debtor_name = $2, debtor_account = jsonb_build_object('iban', $2::text), remittance_unstructured = $2
        where account_id = $1`,
        [contract.accountId, number],
      );
    await erasure().plant(number, `${kind.table}_account`, ['linked_accounts'], 'account_id = $1', contract.accountId);
    return contract;
  };

  it.each(Object.values(kinds))('leaves no name, number or text of $many, and those of another customer as they are', async (kind) => {
    const [customer, other] = [await newCustomer(bank), await newCustomer(bank)];
    const [theirs, others] = [canary(), canary()];
    const contract = await planted(kind, [customer], theirs);
    await planted(kind, [other], others);
    const places = [`${kind.table}_account`, `${kind.table}_entry`, `${kind.table}_pending_entry`];
    expect(await erasure().placesOf(theirs)).toEqual(places.map((table) => `${theirs} in ${table}`));
    await close(kind, contract);
    const linked = randomUUID();
    expect(await erasure().erased(customer, theirs, [{ iban: theirs, accountId: linked, shared: false }])).toMatchObject({
      done: true,
      erased: { [`${kind.table}_account`]: 1, [`${kind.table}_entry`]: 3, [`${kind.table}_pending_entry`]: 1 },
    });
    expect(await erasure().placesOf(theirs, contract.bban)).toEqual([]);
    expect(await erasure().placesOf(others)).toEqual(places.map((table) => `${others} in ${table}`));
    // The proofs against the current accounts still find theirs.
    const { rows } = await database().query(`select linked_accounts from ${kind.table}_account where account_id = $1`, [
      contract.accountId,
    ]);
    expect(rows).toEqual([{ linked_accounts: `erased-${linked}` }]);
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true, erased: {} });
  });

  it.each(Object.values(kinds))('waits for $many that are not closed', async (kind) => {
    const customer = await newCustomer(bank);
    const contract = await aContract(bank, kind, [customer]);
    const what = kind === kinds.loans ? 'loan' : 'savings account';
    expect(await erasure().erased(customer, null)).toMatchObject({
      done: false,
      obstacles: [{ what, id: contract.accountId, must: 'be closed' }],
    });
    expect(await erasure().placesOf(contract.bban)).toHaveLength(1);
    await close(kind, contract);
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true, obstacles: [] });
    expect(await erasure().placesOf(contract.bban)).toEqual([]);
  });

  it('takes from a shared contract the name', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    await planted(kinds.savings, [first, second], `${name} ${rest}`);
    expect(await erasure().erased(first, name)).toMatchObject({ done: true, erased: { 'savings_account (name)': 1 } });
    const { rows } = await database().query(
      'select owner_name from savings_account join holder on resource_id = account_id where psu_id = $1',
      [second.psuId],
    );
    expect(rows).toEqual([{ owner_name: rest }]);
    expect(await erasure().placesOf(rest)).toEqual(
      ['savings_account', 'savings_entry', 'savings_pending_entry'].map((table) => `${rest} in ${table}`),
    );
  });

  it.each(Object.values(kinds))(
    'takes from shared $many the number of the account that pays where it was the customer’s alone',
    async (kind) => {
      const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
      const number = canary();
      const contract = await planted(kind, [first, second], number);
      const account = { iban: number, accountId: randomUUID() };
      const linked = async () =>
        (await database().query(`select linked_accounts from ${kind.table}_account where account_id = $1`, [contract.accountId]))
          .rows as unknown[];
      const reader = await (await bank.client()).consentedBy(second);
      const shown = async () => (await reader.paced.get(contract.path)).body[kind.one] as unknown;
      expect(await erasure().erased(first, null, [{ ...account, shared: true }])).toMatchObject({ done: true, erased: {} });
      expect((await erasure().erased(first, null, [{ ...account, shared: false }], 7)).keptUntil).not.toBeNull();
      expect(await linked()).toEqual([{ linked_accounts: number }]);
      expect(await shown()).toMatchObject({ linkedAccounts: number });
      expect(await erasure().erased(first, null, [{ ...account, shared: false }])).toMatchObject({
        erased: { [`${kind.table}_account (account number)`]: 1 },
      });
      expect(await linked()).toEqual([{ linked_accounts: `erased-${account.accountId}` }]);
      expect(await shown()).toEqual(expect.not.objectContaining({ linkedAccounts: expect.anything() as unknown }));
      expect(await erasure().erased(first, null, [{ ...account, shared: false }])).toMatchObject({ done: true, erased: {} });
    },
  );

  it.each(Object.values(kinds))('takes from $many of others the number of an account that was the customer’s alone', async (kind) => {
    const [customer, holder, neighbour] = [await newCustomer(bank), await newCustomer(bank), await newCustomer(bank)];
    const [number, another] = [canary(), canary()];
    const contract = await paidBy(kind, holder, number);
    await paidBy(kind, neighbour, another);
    const [table, entry, pendingEntry] = [`${kind.table}_account`, `${kind.table}_entry`, `${kind.table}_pending_entry`];
    const places = [table, entry, pendingEntry];
    const account = { iban: number, accountId: randomUUID() };
    const reader = (await (await bank.client()).consentedBy(holder)).paced;
    expect(await erasure().erased(customer, null, [{ ...account, shared: true }])).toEqual(nothing);
    expect(await erasure().placesOf(number)).toEqual(places.map((place) => `${number} in ${place}`));
    await database().query(
      `update ${entry} set booking_date = booking_date - interval '8 months'
      where account_id = $1 and entry_reference = (select min(entry_reference) from ${entry} where account_id = $1)`,
      [contract.accountId],
    );
    const kept = await erasure().erased(customer, null, [{ ...account, shared: false }], 7);
    const ofNumber = (place: string): string => `${place} (account number)`;
    expect(kept).toEqual({
      ...nothing,
      erased: { [ofNumber(entry)]: 1, [ofNumber(pendingEntry)]: 1 },
      keptUntil: expect.any(String) as string,
    });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await erasure().placesOf(number)).toEqual([table, entry].map((place) => `${number} in ${place}`));

    expect(await erasure().erased(customer, null, [{ ...account, shared: false }])).toEqual({
      ...nothing,
      erased: { [ofNumber(table)]: 1, [ofNumber(entry)]: 2 },
    });
    expect(await erasure().placesOf(number)).toEqual([]);
    expect(await erasure().placesOf(`erased-${account.accountId}`)).toEqual([`erased-${account.accountId} in ${table}`]);
    const shown = (await reader.get(`${contract.path}/transactions?bookingStatus=both`)).body as { transactions: { booked: unknown[] } };
    expect(shown.transactions.booked).toHaveLength(2);
    for (const one of shown.transactions.booked) {
      expect(one).toMatchObject({ creditorName: 'Holder', additionalInformation: 'Of the bank' });
      for (const gone of ['debtorName', 'debtorAccount', 'remittanceInformationUnstructured']) expect(one).not.toHaveProperty(gone);
    }
    expect(await erasure().placesOf(another)).toEqual(places.map((place) => `${another} in ${place}`));
    expect(await erasure().erased(customer, null, [{ ...account, shared: false }])).toEqual(nothing);
  });

  it.each(Object.values(kinds))('keeps that number on $many for what was booked until the customer was erased', async (kind) => {
    const [customer, holder, number] = [await newCustomer(bank), await newCustomer(bank), canary()];
    await paidBy(kind, holder, number);
    const accounts = [{ iban: number, accountId: randomUUID(), shared: false }];
    expect((await erasure().erased(customer, null, accounts, 7)).keptUntil).not.toBeNull();
    await database().query('update erased_customer set erased_on = erased_on - 30 where psu_id = $1', [customer.psuId]);
    expect(await erasure().erased(customer, null, accounts, 7)).toEqual({
      ...nothing,
      erased: { [`${kind.table}_account (account number)`]: 1, [`${kind.table}_entry (account number)`]: 3 },
    });
  });

  it.each(Object.values(kinds))(
    'names the accounts that pay for $many, and erases the number of somebody else’s by its id',
    async (kind) => {
      const [customer, number] = [await newCustomer(bank), canary()];
      const contract = await paidBy(kind, customer, number);
      expect(await erasure().check(customer)).toMatchObject({ linkedNumbers: [number] });
      await close(kind, contract);
      const accountId = randomUUID();
      await erasure().erased(customer, null, [{ iban: number, accountId, shared: true }]);
      expect(await erasure().placesOf(number)).toEqual([]);
      expect(await erasure().placesOf(`erased-${accountId}`)).toEqual([`erased-${accountId} in ${kind.table}_account`]);
      expect(await erasure().check(customer)).toMatchObject({ linkedNumbers: [] });
    },
  );

  it.each(Object.values(kinds))('keeps of $many what the law keeps, until its day', async (kind) => {
    const [customer, text] = [await newCustomer(bank), canary()];
    const contract = await planted(kind, [customer], text);
    await close(kind, contract);
    const [account, entry] = [`${kind.table}_account`, `${kind.table}_entry`];
    const older = (count: number) =>
      database().query(
        `update ${entry} set booking_date = booking_date - interval '8 months'
        where account_id = $1 and entry_reference in (select entry_reference from ${entry} where account_id = $1 order by booking_date limit $2)`,
        [contract.accountId, count],
      );
    await older(1);
    const kept = await erasure().erased(customer, text, [], 7);
    expect(kept).toEqual({
      done: true,
      erased: { [entry]: 1, [`${kind.table}_pending_entry`]: 1 },
      obstacles: [],
      keptUntil: expect.any(String) as string,
    });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await erasure().placesOf(text)).toEqual([`${text} in ${account}`, `${text} in ${entry}`]);
    await older(3);
    expect(await erasure().erased(customer, text, [], 7)).toMatchObject({ erased: { [account]: 1, [entry]: 2 }, keptUntil: null });
    expect(await erasure().placesOf(text)).toEqual([]);
  });

  it('keeps the name on a shared contract for what was booked until the customer was erased', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    await planted(kinds.savings, [first, second], `${name} ${rest}`);
    expect(await erasure().erased(first, name, [], 7)).toMatchObject({ erased: {}, keptUntil: expect.any(String) as string });
    await database().query('update erased_customer set erased_on = erased_on - 30 where psu_id = $1', [first.psuId]);
    expect(await erasure().erased(first, name, [], 7)).toMatchObject({ erased: { 'savings_account (name)': 1 }, keptUntil: null });
  });
});
