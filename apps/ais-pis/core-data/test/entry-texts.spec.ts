import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { jointGrant } from '@open-banking/access';
import { counted } from '@open-banking/feed';
import { daysAgo, runningBank, until, type TestClient, type TestCustomer } from '@open-banking/testing';
import { entryTexts, between, bookedPage, bookedTexts } from '@open-banking/ais-pis-accounts';
import { aCustomer, anAccount, entries, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { validConsents } from '@open-banking/ais-pis-testing/a-valid-consent';
import { entriesFromColumns, type DisclosedFields } from '@open-banking/ais-pis-testing/entry-columns';
import { entryTextProofs } from '../src/ledger-proofs/entry-text-proofs.js';

const everyCombination: readonly DisclosedFields[] = [true, false].flatMap((balances) =>
  [true, false].map((ownerName) => ({ balances, ownerName })),
);

/** For hundreds of rows: `toEqual` takes 60 ms of processor time for them, and only has to say what differs. */
function expectRows(found: unknown, expected: readonly object[]): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

describe('the texts of booked entries', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client();
    customer = await aCustomer(bank);
    await validConsents(database(), [customer.psuId], (await bank.client()).clientId);
  });
  const database = () => bank.database('ais-pis');

  const lacking = async (accountIds: readonly string[]): Promise<number> => {
    const { rows } = await database().query<{ count: number }>(
      `select count(*)::int from entry e left join entry_text t using (account_id, booking_date, entry_reference)
      where e.account_id = any($1) and coalesce(t.format, 0) = 0`,
      [accountIds],
    );
    return rows[0]!.count;
  };
  const written = (...accounts: readonly TestAccount[]) =>
    until('every entry has its text', async () => (await lacking(accounts.map(({ accountId }) => accountId))) === 0);

  /** Entries with every field, text that JSON escapes, and the owner under each of the parties. */
  const difficult = async ({ accountId, iban }: TestAccount) => {
    await database().query(
      `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, transaction_id, end_to_end_id, mandate_id,
        check_id, creditor_id, creditor_name, creditor_account, creditor_agent, ultimate_creditor, debtor_name, debtor_account, debtor_agent, ultimate_debtor, remittance_unstructured,
        remittance_structured, purpose_code, proprietary_bank_transaction_code, additional_information, currency_exchange)
      select $1, current_date, lpad((70 + n)::text, 16, '0'), current_date, now(), 1234567.8900 + n, -0.105, 'PMNT', 'ID' || n, 'end "to" end', E'back\\\\slash',
        E'tab\\tline\\nbell\\x07', 'שלום', p.creditor, jsonb_build_object('iban', p.number), 'BIC', p.ultimate, p.debtor, jsonb_build_object('bban', '12 "3"'), 'BIC2', p.ultimate,
        '😀 </script>', 'RF18', 'SALA', E'\\u2028', '', '[{"sourceCurrency": "USD", "exchangeRate": "1.10"}]'
      from (values (1, 'Shop', 'IL00', 'Payer', 'Other'), (2, 'Test Owner', 'IL00', 'Payer', null), (3, 'T. Owner', $2, 'Test Owner', 'Test Owner'), (4, null, $2, null, 'Test Owner'))
        as p(n, creditor, number, debtor, ultimate)`,
      [accountId, iban],
    );
  };

  it('change nothing of an answer, whatever the entry contains and the consent shows', async () => {
    const account = await anAccount(bank, [customer]);
    const keeper = await database().connect();
    try {
      // Whoever holds this row writes texts: as long as the test does, nobody else.
      await keeper.query('begin');
      await keeper.query('select from entry_text_format for update');
      await difficult(account);
      await entries(bank, account, 2, { daysAgo: 1 });
      const whose = [{ iban: account.iban }];
      // A client's consent ends its consent before, so each consent has a client.
      const readerOf = async (shown: DisclosedFields) => {
        const { balances, ownerName } = shown;
        const access = {
          transactions: whose,
          ...(balances && { balances: whose }),
          ...(ownerName && { additionalInformation: { ownerName: whose } }),
        };
        return { shown, permitted: (await (await bank.client()).consentedBy(customer, access as never)).paced };
      };
      const readers = await Promise.all(everyCombination.map(readerOf));
      const answersOf = async (query: string) => {
        const path = `/v1.7/accounts/${account.accountId}/transactions?${query}&dateFrom=${daysAgo(10)}`;
        return Promise.all(readers.map(async ({ permitted }) => (await permitted.get(path)).body.transactions.booked as object[]));
      };
      expect(await lacking([account.accountId])).toBe(6);
      const references = await Promise.all(readers.map(({ shown }) => entriesFromColumns(bank, account.accountId, shown)));
      for (const query of ['bookingStatus=booked', 'bookingStatus=both']) expect(await answersOf(query)).toEqual(references);
      await keeper.query('rollback');
      await written(account);
      for (const query of ['bookingStatus=booked', 'bookingStatus=both']) expect(await answersOf(query)).toEqual(references);
      for (const size of [1, 4, 5, 6])
        expect(await answersOf(`bookingStatus=booked&limit=${size}`)).toEqual(references.map((all) => all.slice(0, size)));
      await keeper.query("delete from entry_text where account_id = $1 and entry_reference like '%72'", [account.accountId]);
      expect(await answersOf('bookingStatus=booked')).toEqual(references);
      await keeper.query("insert into entry_text_due (account_id, since) values ($1, '-infinity')", [account.accountId]);
    } finally {
      await keeper.query('rollback');
      keeper.release();
    }
  });

  it('reach each of many readers at once as they reach one alone', async () => {
    const accounts = [await anAccount(bank, [customer]), await anAccount(bank, [customer])];
    for (const account of accounts) await entries(bank, account, 120, { aDay: 20 });
    await written(...accounts);
    const { paced } = await client.consentedBy(customer, { transactions: accounts.map(({ iban }) => ({ iban })) });
    const paths = accounts.flatMap(({ accountId }) =>
      [20, 60, 100].map((limit) => `/v1.7/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(10)}&limit=${limit}`),
    );
    const booked = async (path: string) => (await paced.get(path)).body.transactions.booked as object[];
    const alone: object[][] = [];
    for (const path of paths) alone.push(await booked(path));
    expect(alone.map(({ length }) => length)).toEqual([20, 60, 100, 20, 60, 100]);
    const together = await Promise.all([...paths, ...paths.toReversed(), ...paths].map(booked));
    expect(together).toEqual([...alone, ...alone.toReversed(), ...alone]);
  });

  it('never contain the name of the owner, and are not used for one who has another name since', async () => {
    const account = await anAccount(bank, [customer]);
    await difficult(account);
    await written(account);
    const texts = await database().query<{ members: string }>('select members from entry_text where account_id = $1', [account.accountId]);
    expect(texts.rows.filter(({ members }) => /"(T\.|Test) Owner"/.test(members))).toEqual([]);
    const permitted = await client.consentedBy(customer, { transactions: [{ iban: account.iban }] });
    const names = async () => {
      const { body } = await permitted.paced.get(
        `/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(10)}`,
      );
      return (body.transactions.booked as { creditorName?: string }[]).map(({ creditorName }) => creditorName);
    };
    expect(await names()).toEqual([undefined, undefined, undefined, 'Shop']);
    await database().query("update account set owner_name = 'Shop' where account_id = $1", [account.accountId]);
    expect(await names()).toEqual([undefined, undefined, 'Test Owner', undefined]);
  });

  it('are written for loaded entries too, and say what the columns say for every account of the demo bank', async () => {
    const { rows: accounts } = await database().query<TestAccount & { psuId: string; owners: string[] }>(
      `select distinct on (account_id) account_id as "accountId", iban, psu_id as "psuId",
        (select array_agg(o.psu_id) from holder o where o.resource_id = account_id) as owners
      from account join holder on resource_id = account_id
      where account_id = any($1) and exists (select from entry e where e.account_id = account.account_id and e.posting_id is null and e.check_id is null limit 1)
      order by account_id limit 60`,
      [bank.customers.flatMap((one) => bank.resources(one, 'account')).map(({ resourceId }) => resourceId)],
    );
    expect(accounts.length).toBeGreaterThan(5);
    await validConsents(database(), [...new Set(accounts.map(({ psuId }) => psuId))], client.clientId);
    const connection = await database().connect();
    const coOwnerGrants = ({ accountId, owners: [one, other] }: (typeof accounts)[number]): string[] =>
      other === undefined ? [accountId] : [accountId, jointGrant(accountId, [one!, other])];
    const statementParameters = (account: (typeof accounts)[number], { balances }: DisclosedFields) =>
      [account.psuId, coOwnerGrants(account), account.accountId, '0001-01-01', '9999-01-01', null, null, 501, balances] as const;
    const entriesIn = async (values: readonly unknown[]) =>
      JSON.parse(`[${(await connection.query<{ booked: string }>(bookedPage.text, [...values])).rows[0]!.booked}]`) as object[];
    const textsIn = async (values: ReturnType<typeof statementParameters>) => {
      const { members } = (await connection.query<{ members: string | null }>(bookedTexts.text, [...values])).rows[0]!;
      const end = (values[8] ? between.balances : between.noBalances).slice(0, -2);
      return members === null ? 'texts are missing' : (JSON.parse(`[{${members}${end}]`) as object[]);
    };
    const compare = async (account: (typeof accounts)[number], place: number): Promise<void> => {
      await written(account);
      await connection.query('begin');
      try {
        const shown = everyCombination[place % everyCombination.length]!;
        const parameters = statementParameters(account, shown);
        const reference = await entriesFromColumns(bank, account.accountId, shown);
        const withoutOwner = await entriesFromColumns(bank, account.accountId, { ...shown, ownerName: false });
        expectRows(await textsIn(parameters), withoutOwner);
        expectRows(await entriesIn([...parameters, shown.ownerName]), reference);
        const lost = place % 2 === 0 ? '' : 'and entry_reference = (select max(entry_reference) from entry_text where account_id = $1)';
        await connection.query(`delete from entry_text where account_id = $1 ${lost}`, [account.accountId]);
        expect(await textsIn(parameters)).toBe('texts are missing');
        expectRows(await entriesIn([...parameters, shown.ownerName]), reference);
      } finally {
        await connection.query('rollback');
      }
    };
    try {
      // Once more where another test has booked on the account meanwhile.
      for (const [place, account] of accounts.entries()) await compare(account, place).catch(() => compare(account, place));
    } finally {
      connection.release();
    }
  });

  it('are written again for a new format, and read from the entry until then', async () => {
    const account = await anAccount(bank, [customer]);
    const all = await entries(bank, account, 3);
    await written(account);
    await database().query('update entry_text set format = 0, members = \'"old":1\' where account_id = $1', [account.accountId]);
    const permitted = await client.consentedBy(customer, { transactions: [{ iban: account.iban }] });
    const { body } = await permitted.get(`/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(10)}`);
    expect((body.transactions.booked as { entryReference: string }[]).map(({ entryReference }) => entryReference)).toEqual(all);
    await database().query('update entry_text_format set format = 0');
    await written(account);
  });

  it('are written at once for an account that was booked many times since', async () => {
    // A database of its own: in the shared bank others book and write at the same time.
    const own = await TestLedger.open();
    try {
      const accountId = await own.account({ balance: '0' });
      const psuId = randomUUID();
      await own.owner.query('insert into psu (psu_id, login, name) values ($1::uuid, $1::text, $1::text)', [psuId]);
      await own.owner.query("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", [psuId, accountId]);
      await validConsents(own.owner, [psuId]);
      await own.owner.query('delete from entry_text_due');
      const waiting = async () => (await own.owner.query<{ count: number }>('select count(*)::integer from entry_text_due')).rows[0]!.count;
      await own.owner.query(
        `with entries as (insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
        select $1, current_date, lpad(n::text, 16, '0'), current_date, now(), 1, n, 'PMNT' from generate_series(1, 60) n)
        insert into entry_text_due (account_id, since) select $1, current_date from generate_series(1, 60)`,
        [accountId],
      );
      expect(await waiting()).toBe(61);
      await own.owner.query(entryTexts.write.text, [1, 500]);
      expect(await waiting()).toBe(0);
      expect((await own.owner.query('select from entry_text where account_id = $1', [accountId])).rowCount).toBe(60);
    } finally {
      await own.close();
    }
  });

  it('are written from the first consent on under which the account may be read, also of what was booked before', async () => {
    const [owner, other] = [await aCustomer(bank), await aCustomer(bank)];
    const [account, unread] = [await anAccount(bank, [owner]), await anAccount(bank, [other])];
    await entries(bank, unread, 3);
    await entries(bank, account, 3);
    const isDue = async ({ accountId }: TestAccount) =>
      (await database().query('select from entry_text_due where account_id = $1', [accountId])).rowCount !== 0;
    await until('both were looked at', async () => !(await isDue(account)) && !(await isDue(unread)));
    expect([await lacking([account.accountId]), await lacking([unread.accountId])]).toEqual([3, 3]);
    const permitted = await (await bank.client()).consentedBy(owner, { transactions: [{ iban: account.iban }] });
    await written(account);
    const { body } = await permitted.get(`/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(10)}`);
    expect(body.transactions.booked).toHaveLength(3);

    // An account that the customer gets later, which a consent to everything covers.
    const later = await anAccount(bank, [owner]);
    await entries(bank, later, 2);
    await written(later);
    expect(await lacking([unread.accountId])).toBe(3);
  });

  it('are compared with their entries by the ledger check', async () => {
    const account = await anAccount(bank, [customer]);
    await entries(bank, account, 3);
    await written(account);
    const connection = await database().connect();
    const check = async () =>
      (await connection.query(counted(entryTextProofs[0]!.query))).rows[0] as { checked: number; broken: number; firstBroken: string };
    try {
      await connection.query('begin');
      expect(await check()).toMatchObject({ checked: expect.any(Number), broken: 0 });
      const { rowCount } = await connection.query(
        `update entry_text set members = replace(members, '-1.50', '-1.51') where account_id = $1 and entry_reference like '%2'`,
        [account.accountId],
      );
      expect(rowCount).toBe(1);
      expect(await check()).toMatchObject({ broken: 1, firstBroken: `text of entry 0000000000000002 of account ${account.accountId}` });
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  });
});
