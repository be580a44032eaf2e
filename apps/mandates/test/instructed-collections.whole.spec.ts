import { randomUUID } from 'node:crypto';
import { Browser, collect, presentCollection, until } from '@open-banking/testing';
import { TestCoreBankingSystem } from '@open-banking/testing/core-banking';
import { ledgerCheck } from '@open-banking/testing/database';
import { block, activeMandate } from './a-debtor.js';

const eur = (amount: string) => ({ currency: 'EUR', amount });
/** The creditor collects as often as it likes. */
const atWill = { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' } };
const transactionId = (collectionId: string): string => collectionId.replaceAll('-', '');

describe('collections of a bank whose core keeps the books', () => {
  const core = new TestCoreBankingSystem({}, {}, ['ais-pis', 'mandates']);
  const { bank } = core;
  afterEach(() => {
    core.system.server.shares = {};
  });

  const asked = (amount = '12.00') => ({ collectionId: randomUUID(), amount: eur(amount) });
  const available = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ available: string }>('select (booked - reserved)::text as available from account_balance where account_id = $1', [
          accountId,
        ])
    ).rows[0]!.available;

  it('are instructed, and booked when the core has answered; the feed brings the entry', async () => {
    const { resourceId, account } = await activeMandate(bank, atWill);
    const collection = asked();
    expect(await collect(bank.operator, resourceId, collection)).toMatchObject({ state: 'booked', bookedOn: expect.any(String) });
    expect(await presentCollection(bank.operator, resourceId, collection)).toAnswer(200, { state: 'booked' });
    expect(await core.entries(account.accountId)).toEqual({ [transactionId(collection.collectionId)]: '-12' });
    expect(await available(account.accountId)).toBe('88.00');
  });

  it('are returned without the core where the creditor is blocked', async () => {
    const word = `x${randomUUID().replaceAll(/[0-9-]/g, 'q')}`;
    const { resourceId, account } = await activeMandate(bank, { ...atWill, creditor: { name: `${word} Water` } });
    expect(await collect(bank.operator, resourceId, asked())).toMatchObject({ state: 'booked' });
    await block(bank, { name: `${word}*` });
    expect(await collect(bank.operator, resourceId, asked())).toMatchObject({ state: 'returned', reason: 'MS03' });
    expect(await available(account.accountId)).toBe('88.00');
  });

  it('are returned without the core where the account lacks the funds, and by the core where it refuses', async () => {
    const { resourceId, account } = await activeMandate(bank, atWill);
    await bank
      .database('ais-pis')
      .query('update account_balance set booked = 10, booked_before = 10 where account_id = $1', [account.accountId]);
    expect(await collect(bank.operator, resourceId, asked())).toMatchObject({ state: 'returned', reason: 'AM04' });
    const before = await core.rows('select from bookkeeping.instruction');

    // Another channel of the bank has spent it.
    await core.system.books.takeOver('2026-01-01');
    await core.rows('update bookkeeping.account set announced_debits = 5 where account_id = $1', [account.accountId]);
    expect(await collect(bank.operator, resourceId, asked('6.00'))).toMatchObject({ state: 'returned', reason: 'AM04' });
    expect(await core.rows('select from bookkeeping.instruction')).toHaveLength(before.length + 1);
    expect(await available(account.accountId)).toBe('10.00');
    expect(await collect(bank.operator, resourceId, asked('5.00'))).toMatchObject({ state: 'booked' });
  });

  it('are returned without the core for a creditor who cannot be paid, and where no present owner has approved the mandate', async () => {
    const before = await core.rows('select from bookkeeping.instruction');
    const own = await activeMandate(bank, { ...atWill, creditorAccount: { iban: 'IL620970000000099999912' } });
    expect(await collect(bank.operator, own.resourceId, asked())).toMatchObject({ state: 'returned', reason: 'AC01' });
    const { resourceId, account } = await activeMandate(bank, atWill);
    await bank.database('ais-pis').query("update holder set rule = 'both' where resource_id = $1", [account.accountId]);
    expect(await collect(bank.operator, resourceId, asked())).toMatchObject({ state: 'returned', reason: 'MD01' });
    expect([await available(account.accountId), await core.rows('select from bookkeeping.instruction')]).toEqual(['100.00', before]);
  });

  it('wait for a core that is down, as accepted and with the money reserved, through the deaths of both services', async () => {
    const { resourceId, account } = await activeMandate(bank, atWill);
    await core.close();
    const collection = asked();
    expect(await presentCollection(bank.operator, resourceId, collection)).toAnswer(200, { state: 'accepted' });
    expect(await available(account.accountId)).toBe('88.00');
    for (const service of ['ais-pis', 'mandates'] as const) {
      process.kill(bank.facts.pids[service]!, 'SIGKILL');
      await bank.restart(service);
    }
    expect(await presentCollection(bank.operator, resourceId, collection)).toAnswer(200, { state: 'accepted' });
    await core.open();
    const state = async () =>
      (
        await bank
          .database('mandates')
          .query<{ state: string }>('select state from collection where collection_id = $1', [collection.collectionId])
      ).rows[0]!.state;
    // Nobody presents it again: mandates asks by itself.
    await until('the collection is booked', async () => (await state()) === 'booked');
    expect(await core.entries(account.accountId)).toEqual({ [transactionId(collection.collectionId)]: '-12' });
  });

  it.each(['late', 'lost', 'twice'] as const)('are debited once, and refunded once, by a core that is %s', async (misbehaviour) => {
    const { resourceId, account, customer } = await activeMandate(bank, atWill);
    core.system.server.shares = { [misbehaviour]: misbehaviour === 'lost' ? 0.7 : 1 };
    const collection = asked();
    expect(await collect(bank.operator, resourceId, collection)).toMatchObject({ state: 'booked' });
    const { collectionId } = collection;
    const browser = new Browser(bank.baseUrl);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    await browser.open(`/customer/mandates/${resourceId}`);
    // And once more, to confirm it.
    for (const _ of [1, 2]) await browser.press(`refund:${collectionId}`);
    const refunded = async () =>
      (
        await bank
          .database('mandates')
          .query<{ day: string | null }>('select refunded_on::text as day from collection where collection_id = $1', [collectionId])
      ).rows[0]!.day;
    await until('the collection is refunded', async () => (await refunded()) !== null);
    expect(await core.entries(account.accountId)).toEqual({
      [transactionId(collectionId)]: '-12',
      [`${transactionId(collectionId)}R`]: '12',
    });
    expect(await available(account.accountId)).toBe('100.00');
  });

  it('leave books that agree: of mandates, of ais-pis, and of the core', async () => {
    const { checks } = await ledgerCheck(bank.facts.ownerUrls as Parameters<typeof ledgerCheck>[0]);
    expect(checks.filter(({ ok, name }) => !ok && /payment|collection|posting|core/.test(name))).toEqual([]);
    expect(checks.find(({ name }) => name === 'mandates and books know the same collections')!.checked).toBeGreaterThan(3);
    expect(await core.system.books.faults()).toEqual([]);
  });
});
