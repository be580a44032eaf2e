import { randomUUID } from 'node:crypto';
import { Money } from '@open-banking/messages';
import { until } from '@open-banking/testing';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import type { Posting } from '../src/ledger.service.js';
import type { Leg } from '../src/posting.js';

const facts = { bankTransactionCode: 'PMNT-ICDT-ESCT', creditorName: 'Bookshop', creditorAccount: { iban: 'DE89370400440532013000' } };
const leg = (accountId: string, amount: string): Leg => ({ accountId, amount: Money.of('EUR', amount), facts });
const out = (accountId: string, amount: string, fee?: string): Leg[] => [
  leg(accountId, `-${amount}`),
  { internal: 'CLEARING', amount: Money.of('EUR', amount) },
  ...(fee === undefined ? [] : [leg(accountId, `-${fee}`), { internal: 'FEES', amount: Money.of('EUR', fee) } as const]),
];

describe('the ledger', () => {
  let bank: TestLedger;
  beforeAll(async () => {
    bank = await TestLedger.open();
  });
  afterAll(() => bank.close());

  const post = (posting: Partial<Posting> & Pick<Posting, 'legs'>) =>
    bank.database.transaction((tx) => bank.ledger.post(tx, { kind: 'PAYMENT', subject: randomUUID(), ...posting }));

  it("books a posting as a whole: entries, balances after them, and the previous day's closing balance", async () => {
    const account = await bank.account();
    expect(await post({ legs: out(account, '30.00', '2.50') })).toEqual({ postingId: expect.any(String) });
    expect(await bank.entries(account)).toMatchObject([
      { amount: '-30.00', balance_after: '70.00' },
      { amount: '-2.50', balance_after: '67.50' },
    ]);
    expect(await bank.balance(account)).toEqual({ booked: '67.50', reserved: '0', booked_before: '100.00', today: true });
    await post({ legs: out(account, '1.00') });
    expect(await bank.balance(account)).toMatchObject({ booked: '66.50', booked_before: '100.00' });
    const references = (await bank.entries(account)).map(({ entry_reference }) => entry_reference);
    expect(references).toEqual([...references].sort());
    expect(references.every((reference) => /^1\d{15}$/.test(reference))).toBe(true);
  });

  it('refuses a posting that does not sum to zero, in the service and in the database', async () => {
    const account = await bank.account();
    await expect(post({ legs: [leg(account, '-5.00'), { internal: 'CLEARING', amount: Money.of('EUR', '4.99') }] })).rejects.toThrow(
      'does not sum to zero in EUR',
    );
    const byHand = (other: string) =>
      bank.owner.query(
        `
      with posted as (insert into posting (kind, subject, legs, booking_date, value_date, posted_at) values ('PAYMENT', gen_random_uuid(), 2, now(), now(), now()) returning posting_id),
      entered as (insert into entry (posting_id, account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
                  select posting_id, $1, now(), nextval('entry_reference')::text, now(), now(), -5, 95, 'PMNT-ICDT-ESCT' from posted)
      insert into internal_leg select posting_id, 'CLEARING', 'EUR', $2::numeric from posted returning posting_id`,
        [account, other],
      );
    await expect(byHand('4.99')).rejects.toThrow('does not sum to zero in EUR');
    expect(await bank.entries(account)).toEqual([]);
    const {
      rows: [posted],
    } = await byHand('5');
    await expect(
      bank.owner.query(`insert into internal_leg values ($1, 'FEES', 'EUR', 1), ($1, 'FEES', 'ILS', 1)`, [posted!.posting_id]),
    ).rejects.toThrow('does not sum to zero');
    await expect(
      bank.owner.query(`insert into internal_leg values ($1, 'FEES', 'EUR', 1), ($1, 'COLLECTIONS', 'EUR', -1)`, [posted!.posting_id]),
    ).rejects.toThrow('not all that it says');
  });

  it('refuses a posting for insufficient funds or a closed or blocked account, and books the same one otherwise', async () => {
    const poor = await bank.account({ balance: '10.00', overdraft: '5.00' });
    expect(await post({ legs: out(poor, '15.01') })).toEqual({ refused: 'AM04', accountId: poor });
    expect(await post({ legs: out(poor, '14.00', '1.01') })).toEqual({ refused: 'AM04', accountId: poor });
    expect(await bank.entries(poor)).toEqual([]);
    expect(await post({ legs: out(poor, '15.00') })).toHaveProperty('postingId');
    const closed = await bank.account({ status: 'deleted' });
    const blocked = await bank.account({ status: 'blocked' });
    expect(await post({ legs: out(closed, '1.00') })).toEqual({ refused: 'AC04', accountId: closed });
    expect(await post({ legs: out(blocked, '1.00') })).toEqual({ refused: 'AC06', accountId: blocked });
    expect(await post({ legs: [leg(await bank.account(), '-1.00'), leg(blocked, '1.00')] })).toHaveProperty('postingId');
  });

  it("cannot exceed an account's credit line, even by direct writes to the database", async () => {
    const account = await bank.account({ balance: '10.00' });
    const spend = (amount: string) =>
      bank.database.rows(
        { name: 'test.spend', text: 'update account_balance set booked = booked - $2::numeric where account_id = $1' },
        account,
        amount,
      );
    await expect(spend('10.01')).rejects.toThrow('account_balance_check');
    await expect(spend('10.00')).resolves.toEqual([]);
  });

  it('reserves money, pays from the reservation, or releases it', async () => {
    const account = await bank.account({ balance: '50.00' });
    const [paid, left, third] = [randomUUID(), randomUUID(), randomUUID()];
    const reserve = (subject: string, amount: string) =>
      bank.database.transaction((tx) => bank.ledger.reserve(tx, { subject, accountId: account, amount: Money.of('EUR', amount), facts }));
    expect(await reserve(paid, '30.00')).toBeUndefined();
    expect(await reserve(left, '20.00')).toBeUndefined();
    expect(await reserve(third, '0.01')).toEqual({ refused: 'AM04', accountId: account });
    expect(await bank.balance(account)).toMatchObject({ booked: '50.00', reserved: '50.00' });
    expect(await post({ legs: out(account, '30.00') })).toEqual({ refused: 'AM04', accountId: account });
    expect(await post({ subject: paid, legs: out(account, '30.00'), releasesReservation: true })).toHaveProperty('postingId');
    expect(await bank.balance(account)).toMatchObject({ booked: '20.00', reserved: '20.00' });
    expect(await bank.database.transaction((tx) => bank.ledger.release(tx, left))).toBe(true);
    expect(await bank.database.transaction((tx) => bank.ledger.release(tx, left))).toBe(false);
    expect(await bank.balance(account)).toMatchObject({ booked: '20.00', reserved: '0.00' });
    await expect(post({ subject: left, legs: out(account, '1.00'), releasesReservation: true })).rejects.toThrow(
      'had 0 reservations to release',
    );
  });

  it('reverses a posting once, and returns money even to a closed account', async () => {
    const account = await bank.account({ balance: '50.00' });
    const subject = randomUUID();
    const { postingId } = (await post({ subject, legs: out(account, '30.00', '2.50') })) as { postingId: string };
    await bank.owner.query("update account set status = 'deleted' where account_id = $1", [account]);
    const back = () =>
      bank.database.transaction((tx) =>
        bank.ledger.reverse(tx, postingId, 'PAYMENT_REJECTED', subject, { bankTransactionCode: 'PMNT-ICDT-RRTN' }),
      );
    expect(await back()).toHaveProperty('postingId');
    expect(await bank.balance(account)).toMatchObject({ booked: '50.00' });
    expect(await bank.entries(account)).toHaveLength(4);
    await expect(back()).rejects.toMatchObject({ detail: { code: '23505' } });
    expect(await bank.entries(account)).toHaveLength(4);
  });

  it('books each subject once, also concurrently', async () => {
    const account = await bank.account();
    const subject = randomUUID();
    const both = await Promise.allSettled([post({ subject, legs: out(account, '10.00') }), post({ subject, legs: out(account, '10.00') })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await bank.balance(account)).toMatchObject({ booked: '90.00' });
    expect(await bank.database.transaction((tx) => bank.ledger.find(tx, subject, 'PAYMENT'))).toMatchObject({
      bookingDate: bank.clock.today(),
    });
  });

  it('books 200 concurrent transfers in both directions between three accounts without deadlock or loss', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => bank.account({ balance: '1000.00' })));
    const transfers = Array.from({ length: 200 }, (_, at) => [accounts[at % 3]!, accounts[(at + 1 + (at % 2)) % 3]!] as const);
    const done = await Promise.all(transfers.map(([from, to]) => post({ legs: [leg(from, '-7.00'), leg(to, '7.00')] })));
    expect(done.every((posted) => 'postingId' in posted)).toBe(true);
    for (const account of accounts) {
      const entries = await bank.entries(account);
      let balance = 100_000;
      for (const { amount, balance_after } of entries) expect(balance_after).toBe(((balance += Number(amount) * 100) / 100).toFixed(2));
      expect((await bank.balance(account)).booked).toBe((balance / 100).toFixed(2));
    }
  });

  it('never changes a booked entry, and the service lacks the privilege to try', async () => {
    const account = await bank.account();
    await post({ legs: out(account, '1.00') });
    for (const table of ['posting', 'entry', 'internal_leg', 'opening']) {
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(bank.owner.query(change)).rejects.toThrow('what is booked is not changed');
      await expect(bank.database.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    }
    await expect(bank.owner.query('update entry set amount = amount + 1')).rejects.toThrow(
      'what is booked is not changed: update of entry',
    );
    await expect(bank.database.pool.query('update entry set amount = amount + 1')).rejects.toThrow('permission denied');
  });

  it('books only on accounts that exist, and keeps an account that has entries, even one that is booked on meanwhile', async () => {
    const [account, empty, unused] = [await bank.account(), await bank.account({ balance: '0' }), await bank.account({ balance: '0' })];
    const missing = randomUUID();
    const [booking, deleting] = [await bank.owner.connect(), await bank.owner.connect()];
    const book = (...accounts: string[]) =>
      booking.query(
        `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
         select id, now(), '0000000000000007', now(), now(), 5, 5, 'PMNT-RCDT-ESCT' from unnest($1::uuid[]) id`,
        [accounts],
      );
    const remove = (accountId: string) => deleting.query('delete from account where account_id = $1', [accountId]);
    const violation = { code: '23503', constraint: 'entry_account_id_fkey' };
    try {
      await bank.owner.query('delete from account_balance where account_id = any($1::uuid[])', [[account, empty, unused]]);
      await expect(book(account, missing)).rejects.toMatchObject({
        ...violation,
        detail: `Key (account_id)=(${missing}) is not present in table "account".`,
      });
      await expect(remove(account)).rejects.toMatchObject({
        ...violation,
        detail: `Key (account_id)=(${account}) is still referenced from table "entry".`,
      });
      await expect(bank.owner.query('truncate account cascade')).rejects.toMatchObject(violation);

      await booking.query('begin');
      await book(empty);
      const removed = expect(remove(empty)).rejects.toMatchObject(violation);
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and state = 'active' and query like 'delete from account %'";
      await until('the deletion waits for the booking', async () => (await bank.owner.query(waiting)).rowCount === 1);
      await booking.query('commit');
      await removed;
      await remove(unused);
    } finally {
      booking.release();
      deleting.release();
    }
  });

  it('allows entries without a posting only in a load, with references of 16 digits, and balances them with opening totals', async () => {
    const account = await bank.account({ currency: 'KWD', balance: '7.125' });
    const loaded = (reference: string) => ({
      text: `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code) values ($1, now(), $2, now(), now(), 5, 5, 'PMNT-RCDT-ESCT')`,
      values: [account, reference],
    });
    await expect(bank.database.pool.query(loaded('0000000000000002'))).rejects.toThrow('permission denied for table opening');
    await expect(bank.owner.query(loaded('1000000000000002'))).rejects.toThrow('entry_is_loaded_or_posted');
    for (const other of [
      '000000000000002',
      '00000000000000002',
      '000000000000000a',
      '000000000000002\n',
      '0000000000000٢',
      '٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٢',
      '',
    ])
      await expect(bank.owner.query(loaded(other))).rejects.toThrow('entry_entry_reference_check');
    await bank.owner.query(loaded('0000000000000002'));
    const { rows } = await bank.owner.query("select sum(amount)::text as sum from opening where currency = 'KWD'");
    expect(rows).toEqual([{ sum: '-12.125' }]);
  });
});
