import { randomUUID } from 'node:crypto';
import { counted } from '@open-banking/feed';
import { inDays, newCustomer, runningBank, until } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';
import { transactionTextProofs } from '../src/ledger-proofs.js';
import { aCard, authoriseMany, purchases, type TestCard } from './a-card.js';

describe('the erasure of a customer in cards', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  const erasure = () => new TestErasure(bank, 'cards');
  const close = ({ cardId }: TestCard) => bank.database('cards').query("update card set status = 'deleted' where card_id = $1", [cardId]);
  const canary = (): string => `zq${randomUUID().slice(0, 8)}`;
  const nothing = { done: true, erased: {}, obstacles: [], keptUntil: null };

  /** A card with purchases, and the text in every column that can hold one. */
  const planted = async (owners: Parameters<typeof aCard>[1], text: string): Promise<TestCard> => {
    const card = await aCard(bank, owners);
    await purchases(bank, card, 3);
    await authoriseMany(bank, card, 1);
    const acceptor = [
      'card_acceptor_name',
      'card_acceptor_street',
      'card_acceptor_building',
      'card_acceptor_town',
      'card_acceptor_post_code',
    ];
    for (const table of ['card_transaction', 'card_pending_transaction'])
      await erasure().plant(text, table, [...acceptor, 'card_acceptor_phone', 'transaction_details'], 'card_id = $1', card.cardId);
    await erasure().plant(text, 'card', ['owner_name', 'name', 'display_name', 'details', 'debited_iban'], 'card_id = $1', card.cardId);
    await until('its transactions have their texts', async () => {
      const { rows } = await bank
        .database('cards')
        .query<{ written: number }>(
          'select count(*)::integer as written from card_transaction_text where card_id = $1 and strpos(members, $2) > 0',
          [card.cardId, text],
        );
      return rows[0]!.written === 3;
    });
    return card;
  };

  it('leaves no name, number or text in any table, and those of another customer as they are', async () => {
    const [customer, other] = [await newCustomer(bank), await newCustomer(bank)];
    const [theirs, others] = [canary(), canary()];
    const card = await planted([customer], theirs);
    await planted([other], others);
    const places = ['card', 'card_pending_transaction', 'card_transaction', 'card_transaction_text'];
    expect(await erasure().placesOf(theirs, others)).toEqual(
      [...places.map((table) => `${theirs} in ${table}`), ...places.map((table) => `${others} in ${table}`)].sort(),
    );

    await close(card);
    expect(await erasure().check(customer)).toEqual({ obstacles: [] });
    expect(await erasure().erased(customer, theirs)).toMatchObject({
      done: true,
      erased: { card: 1, card_transaction: 3, card_pending_transaction: 1 },
      keptUntil: null,
    });
    expect(await erasure().placesOf(theirs, others)).toEqual(places.map((table) => `${others} in ${table}`));
    const [digits] = card.maskedPan.match(/\d+$/)!;
    const { rows } = await bank
      .database('cards')
      .query<{ text: string }>(
        'select c::text || coalesce(x::text, $2) as text from card c left join card_transaction_text x using (card_id) where card_id = $1',
        [card.cardId, ''],
      );
    expect(rows.filter(({ text }) => text.includes(`*${digits}`))).toEqual([]);
    expect((await bank.database('cards').query(counted(transactionTextProofs[0]!.query))).rows[0]).toMatchObject({ broken: 0 });
    expect(await erasure().erased(customer, null)).toEqual({ done: true, erased: {}, obstacles: [], keptUntil: null });
  });

  it('waits for cards that are not closed, and changes nothing until then', async () => {
    const customer = await newCustomer(bank);
    const card = await aCard(bank, [customer]);
    const obstacles = [{ what: 'card', id: card.cardId, must: 'be closed' }];
    expect(await erasure().check(customer)).toMatchObject({ obstacles });
    expect(await erasure().erased(customer, null)).toEqual({ done: false, erased: {}, obstacles, keptUntil: null });
    expect(await erasure().placesOf(card.maskedPan)).toEqual([`${card.maskedPan} in card`]);
    await close(card);
    expect(await erasure().erased(customer, null)).toMatchObject({ done: true, erased: { card: 1 } });
    expect(await erasure().placesOf(card.maskedPan)).toEqual([]);
  });

  it('counts of a long history ten thousand transactions, and says that there are more', async () => {
    const customer = await newCustomer(bank);
    const card = await aCard(bank, [customer]);
    const booked = (from: number, to: number) =>
      bank.database('cards').query(
        `insert into card_transaction (card_id, booking_date, entry_reference, transaction_date, acceptor_transaction_at, value_date, amount, transaction_details)
        select $1, current_date - 1, lpad(n::text, 16, '0'), current_date - 1, now(), current_date, -1, 'text' from generate_series($2::integer, $3) n`,
        [card.cardId, from, to],
      );
    await booked(1, 10_000);
    expect(await erasure().counted(customer, null)).toEqual({ holds: { card: 1, card_transaction: 10_000 }, more: [] });
    await booked(10_001, 10_002);
    expect(await erasure().counted(customer, null)).toEqual({ holds: { card: 1, card_transaction: 10_000 }, more: ['card_transaction'] });
  });

  it('takes from a shared card the name, and all of it once the other holder is erased too', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    const card = await planted([first, second], `${name} ${rest}`);
    expect(await erasure().erased(first, name)).toMatchObject({ done: true, erased: { 'card (name)': 1 } });
    const { rows } = await bank.database('cards').query('select owner_name, masked_pan from card where card_id = $1', [card.cardId]);
    expect(rows).toEqual([{ owner_name: rest, masked_pan: card.maskedPan }]);
    expect(await erasure().placesOf(rest)).toEqual(
      ['card', 'card_pending_transaction', 'card_transaction', 'card_transaction_text'].map((table) => `${rest} in ${table}`),
    );
    await close(card);
    expect(await erasure().erased(second, null)).toMatchObject({ done: true, erased: { card: 1, card_transaction: 3 } });
    expect(await erasure().placesOf(name, rest)).toEqual([]);
  });

  it('takes from a shared card the number of the account that pays where it was the customer’s alone', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const number = canary();
    const card = await planted([first, second], number);
    const account = { iban: number, accountId: randomUUID() };
    const debited = async () =>
      (await bank.database('cards').query('select debited_iban from card where card_id = $1', [card.cardId])).rows as unknown[];
    expect(await erasure().erased(first, null, [{ ...account, shared: true }])).toMatchObject({ done: true, erased: {} });
    expect(await debited()).toEqual([{ debited_iban: number }]);
    expect((await erasure().erased(first, null, [{ ...account, shared: false }], 7)).keptUntil).not.toBeNull();
    expect(await debited()).toEqual([{ debited_iban: number }]);
    expect(await erasure().erased(first, null, [{ ...account, shared: false }])).toMatchObject({
      done: true,
      erased: { 'card (account number)': 1 },
    });
    expect(await debited()).toEqual([{ debited_iban: `erased-${account.accountId}` }]);
    expect(await erasure().erased(first, null, [{ ...account, shared: false }])).toMatchObject({ done: true, erased: {} });
  });

  it('takes from a card of others the number of the account that pays where it was the customer’s alone, and leaves another number', async () => {
    const [customer, holder, neighbour] = [await newCustomer(bank), await newCustomer(bank), await newCustomer(bank)];
    const [number, another] = [canary(), canary()];
    const { cardId } = await planted([holder], number);
    await planted([neighbour], another);
    const account = { iban: number, accountId: randomUUID() };
    const debited = async () =>
      (await bank.database('cards').query('select debited_iban from card where card_id = $1', [cardId])).rows as unknown[];
    expect(await erasure().erased(customer, null, [{ ...account, shared: true }])).toEqual(nothing);
    const kept = await erasure().erased(customer, null, [{ ...account, shared: false }], 7);
    expect(kept).toEqual({ ...nothing, keptUntil: expect.any(String) as string });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await debited()).toEqual([{ debited_iban: number }]);
    expect(await erasure().erased(customer, null, [{ ...account, shared: false }])).toEqual({
      ...nothing,
      erased: { 'card (account number)': 1 },
    });
    expect(await debited()).toEqual([{ debited_iban: `erased-${account.accountId}` }]);
    expect(await erasure().placesOf(another)).toContain(`${another} in card`);
    expect(await erasure().erased(customer, null, [{ ...account, shared: false }])).toEqual(nothing);
  });

  it('keeps that number for what was booked until the customer was erased, and not for what is booked later', async () => {
    const [customer, holder] = [await newCustomer(bank), await newCustomer(bank)];
    const number = canary();
    await planted([holder], number);
    const accounts = [{ iban: number, accountId: randomUUID(), shared: false }];
    expect((await erasure().erased(customer, null, accounts, 7)).keptUntil).not.toBeNull();
    await bank.database('cards').query('update erased_customer set erased_on = erased_on - 30 where psu_id = $1', [customer.psuId]);
    expect(await erasure().erased(customer, null, accounts, 7)).toEqual({ ...nothing, erased: { 'card (account number)': 1 } });
  });

  it('keeps what the law keeps: of a card its transactions until their day, and number and names with the last of them', async () => {
    const [customer, text] = [await newCustomer(bank), canary()];
    const card = await planted([customer], text);
    await close(card);
    const older = (months: number, count: number) =>
      bank.database('cards').query(
        `update card_transaction set booking_date = booking_date - make_interval(months => $2)
        where card_id = $1 and entry_reference in (select entry_reference from card_transaction where card_id = $1 order by booking_date limit $3)`,
        [card.cardId, months, count],
      );
    await older(8, 1);
    const kept = await erasure().erased(customer, text, [], 7);
    expect(kept).toMatchObject({ done: true, erased: { card_transaction: 1, card_pending_transaction: 1 } });
    expect(kept.erased).not.toHaveProperty('card');
    expect(await erasure().placesOf(text)).toEqual(expect.arrayContaining([`${text} in card`, `${text} in card_transaction`]));
    const again = await erasure().erased(customer, text, [], 7);
    expect(again).toEqual({ done: true, erased: {}, obstacles: [], keptUntil: kept.keptUntil });
    const longer = await erasure().erased(customer, text, [], 8);
    expect(longer.keptUntil! > kept.keptUntil! && kept.keptUntil! > inDays(0)).toBe(true);

    await older(8, 3);
    expect(await erasure().erased(customer, text, [], 7)).toMatchObject({
      done: true,
      erased: { card: 1, card_transaction: 2 },
      keptUntil: null,
    });
    expect(await erasure().placesOf(text)).toEqual([]);
  });

  it('keeps the name on a shared card for what was booked while the customer held it, and not for what is booked later', async () => {
    const [first, second] = [await newCustomer(bank), await newCustomer(bank)];
    const [name, rest] = [canary(), canary()];
    const card = await planted([first, second], `${name} ${rest}`);
    const kept = await erasure().erased(first, name, [], 7);
    expect(kept).toMatchObject({ done: true, erased: {}, keptUntil: expect.any(String) as string });
    // As if erased before the first of the transactions: all are the other holder's alone.
    await bank.database('cards').query('update erased_customer set erased_on = erased_on - 30 where psu_id = $1', [first.psuId]);
    expect(await erasure().erased(first, name, [], 7)).toMatchObject({ done: true, erased: { 'card (name)': 1 }, keptUntil: null });
    const { rows } = await bank.database('cards').query('select owner_name from card where card_id = $1', [card.cardId]);
    expect(rows).toEqual([{ owner_name: rest }]);
  });
});
