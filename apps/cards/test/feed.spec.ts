import { randomUUID } from 'node:crypto';
import { TestFeed, aMaskedPan, daysAgo, newCustomer, runningBank } from '@open-banking/testing';

describe("the feed of the bank's core to cards", () => {
  const bank = runningBank();

  /** A card with a balance of nothing, of a new customer. */
  async function fed(core: TestFeed) {
    const customer = await newCustomer(bank);
    const { rows } = await bank.database('cards').query(`select debited_account_id, debited_iban from card limit 1`);
    const [example] = rows;
    const cardId = randomUUID();
    const card = {
      type: 'card',
      cardId,
      maskedPan: aMaskedPan(),
      currency: 'EUR',
      ownerName: 'Test Owner',
      name: 'Fed card',
      product: 'Gold',
      status: 'enabled',
      usage: 'PRIV',
      creditLimit: '1000.00',
      statementDay: 1,
      debitDay: 10,
      debitedAccountId: example.debited_account_id,
      debitedIban: example.debited_iban,
    };
    const holder = { type: 'holder', psuId: customer.psuId, resourceId: cardId, rule: 'any' };
    await core.take(card, holder, balanceOf(cardId, '0.00', '0.00'));
    return { customer, card, cardId };
  }
  const balanceOf = (cardId: string, notInvoiced: string, pending: string) => ({
    type: 'cardBalance',
    cardId,
    invoiced: '0.00',
    notInvoiced,
    pending,
    nextDebitDate: daysAgo(-10),
    lastBookingDate: daysAgo(0),
    changedAt: `${daysAgo(0)}T08:00:00Z`,
  });
  const use = (type: string, cardId: string, amount: string, reference: string, extra: object = {}) => ({
    type,
    cardId,
    transactionDate: daysAgo(0),
    entryReference: reference,
    acceptorTransactionAt: `${daysAgo(0)}T07:00:00Z`,
    amount,
    ...extra,
  });

  it('adds uses of a card with the balance that they make, in one step, and refuses a balance that they do not make', async () => {
    const core = new TestFeed(bank, 'cards');
    const { customer, card, cardId } = await fed(core);
    const booked = use('cardTransaction', cardId, '-12.00', '0000000000000001', { bookingDate: daysAgo(0), valueDate: daysAgo(-10) });
    const wrong = core.step([booked, balanceOf(cardId, '-11.00', '0.00')]);
    expect(await core.send(wrong)).toAnswer(200, {
      sources: [
        {
          source: core.source,
          position: '1',
          applied: 0,
          seen: 0,
          stopped: { position: '2', line: 1, field: expect.any(String), reason: expect.stringContaining(`card ${cardId}`) },
        },
      ],
    });
    const pending = use('cardPendingTransaction', cardId, '-3.00', '0000000000000002');
    expect(await core.send(core.step([booked, pending, balanceOf(cardId, '-12.00', '-3.00')], 2))).toAnswer(200, {
      sources: [{ source: core.source, position: '2', applied: 3, seen: 0 }],
    });
    const reader = await (await bank.client()).consentedBy(customer, { accounts: [{ maskedPan: card.maskedPan }] });
    expect((await reader.get(`/v1.7/cards/${cardId}`)).status).toBe(200);
    const { type, transactionDate, entryReference } = pending;
    expect(
      await core.send(
        core.step([{ type, change: 'remove', cardId, transactionDate, entryReference }, balanceOf(cardId, '-12.00', '0.00')], 3),
      ),
    ).toAnswer(200, { sources: [expect.objectContaining({ position: '3', applied: 2 })] });
  });

  it('keeps the id of a booked use where a later line leaves it out', async () => {
    const core = new TestFeed(bank, 'cards');
    const { cardId } = await fed(core);
    const booked = use('cardTransaction', cardId, '-12.00', '0000000000000001', { bookingDate: daysAgo(0), valueDate: daysAgo(-10) });
    await core.take({ ...booked, transactionId: 'T-1', terminalId: 'One' }, balanceOf(cardId, '-12.00', '0.00'));
    await core.take({ ...booked, transactionDetails: 'Corrected' });
    const { rows } = await bank
      .database('cards')
      .query('select transaction_id, terminal_id, transaction_details from card_transaction where card_id = $1', [cardId]);
    expect(rows).toEqual([{ transaction_id: 'T-1', terminal_id: null, transaction_details: 'Corrected' }]);
  });

  it('changes and closes a card, and refuses another number', async () => {
    const core = new TestFeed(bank, 'cards');
    const { card, cardId } = await fed(core);
    await core.take({ ...card, displayName: 'My card' });
    expect(await core.send(core.step([{ ...card, maskedPan: '541333******0000', currency: 'ILS' }]))).toAnswer(200, {
      sources: [expect.objectContaining({ stopped: expect.objectContaining({ reason: 'of an existing row cannot be changed' }) })],
    });
    expect(await core.send(core.step([{ type: 'card', change: 'close', cardId }], 3))).toAnswer(200, {
      sources: [expect.objectContaining({ applied: 1 })],
    });
    const { rows } = await bank.database('cards').query('select display_name, status from card where card_id = $1', [cardId]);
    expect(rows).toEqual([{ display_name: 'My card', status: 'deleted' }]);
  });

  it('shows a late purchase to a client that reads on from its last booking date, and changes it under the day that was sent', async () => {
    const core = new TestFeed(bank, 'cards');
    const { customer, card, cardId } = await fed(core);
    const booked = (daysBefore: number, reference: string, extra: object = {}) =>
      use('cardTransaction', cardId, '-4.00', reference, {
        bookingDate: daysAgo(daysBefore),
        transactionDate: daysAgo(daysBefore),
        valueDate: daysAgo(-10),
        ...extra,
      });
    await core.take(booked(9, '0000000000000001'), booked(3, '0000000000000002'), balanceOf(cardId, '-8.00', '0.00'));
    const reader = await (await bank.client()).consentedBy(customer, { transactions: [{ maskedPan: card.maskedPan }] });
    const read = async (): Promise<object[]> =>
      (await reader.get(`/v1.7/cards/${cardId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(3)}`)).body.cardTransactions.booked;
    expect(await read()).toMatchObject([{ transactionId: '0000000000000002' }]);

    const late = booked(6, '0000000000000003');
    await core.take(late, balanceOf(cardId, '-12.00', '0.00'));
    const shown = { transactionId: '0000000000000003', bookingDate: daysAgo(3), transactionDate: daysAgo(6) };
    expect(await read()).toMatchObject([shown, { transactionId: '0000000000000002' }]);

    await core.take({ ...late, transactionDetails: 'Corrected' });
    expect(await read()).toMatchObject([{ ...shown, transactionDetails: 'Corrected' }, { transactionId: '0000000000000002' }]);
    expect(await core.send(core.step([{ ...late, amount: '-5.00' }]))).toAnswer(200, {
      sources: [expect.objectContaining({ stopped: expect.objectContaining({ reason: 'of an existing row cannot be changed' }) })],
    });
  });
});
