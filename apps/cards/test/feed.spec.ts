import { randomUUID } from 'node:crypto';
import { seededRandom } from './seeded.js';
import { TestFeed, aMaskedPan, daysAgo, newCustomer, runningBank } from '@open-banking/testing';

describe("the feed of the bank's core to cards", () => {
  const bank = runningBank(['ais-pis', 'cards']);

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

  const pendingOf = async (cardId: string) =>
    (
      await bank
        .database('cards')
        .query<{ reference: string; amount: string }>(
          'select entry_reference as reference, amount::text from card_pending_transaction where card_id = $1 order by 1',
          [cardId],
        )
    ).rows;
  const removed = ({ type, cardId, transactionDate, entryReference }: Record<string, unknown>) => ({
    type,
    change: 'remove',
    cardId,
    transactionDate,
    entryReference,
  });

  it('applies steps in their order, whatever is sent together: what one announces and the next removes never existed', async () => {
    const core = new TestFeed(bank, 'cards');
    const { cardId } = await fed(core);
    const pending = use('cardPendingTransaction', cardId, '-12.50', '0000000000000001');
    const together = [
      ...core.step([pending, balanceOf(cardId, '0.00', '-12.50')]),
      ...core.step([removed(pending), balanceOf(cardId, '0.00', '0.00')]),
    ];
    expect(await core.send(together)).toAnswer(200, { sources: [{ source: core.source, position: '3', applied: 4, seen: 0 }] });
    await core.take(pending, removed(pending));
    await core.take(pending, balanceOf(cardId, '0.00', '-12.50'));
    await core.take(removed(pending), pending, removed(pending), balanceOf(cardId, '0.00', '0.00'));
    expect(await pendingOf(cardId)).toEqual([]);
    const none = 'no cardPendingTransaction has this key';
    expect(await core.send(core.step([removed(pending), pending, removed(pending)], 7))).toAnswer(200, {
      sources: [expect.objectContaining({ stopped: { position: '7', line: 1, reason: none } })],
    });
  });

  it('passes over uses and verifications of zero, takes back what they announced before, and books what follows', async () => {
    const core = new TestFeed(bank, 'cards');
    const { cardId } = await fed(core);
    const held = use('cardPendingTransaction', cardId, '-3.00', '0000000000000001');
    const booked = (amount: string, reference: string) =>
      use('cardTransaction', cardId, amount, reference, { bookingDate: daysAgo(0), valueDate: daysAgo(-10) });
    await core.take(held, balanceOf(cardId, '0.00', '-3.00'));
    const step = core.step([
      { ...held, amount: '0.00' },
      use('cardPendingTransaction', cardId, '0.00', '0000000000000002'),
      booked('0.00', '0000000000000003'),
      booked('-5.00', '0000000000000004'),
      balanceOf(cardId, '-5.00', '0.00'),
    ]);
    const zero = (line: number) => ({ position: '3', line, field: 'amount', reason: 'of zero books nothing' });
    expect(await core.send(step)).toAnswer(200, {
      sources: [{ source: core.source, position: '3', applied: 2, seen: 0, passedOver: [zero(1), zero(2), zero(3)] }],
    });
    expect(await pendingOf(cardId)).toEqual([]);
    expect(await core.send(core.step([booked('0.00', '0000000000000004')]))).toAnswer(200, {
      sources: [
        expect.objectContaining({ stopped: { position: '4', line: 1, field: 'amount', reason: 'of an existing row cannot be changed' } }),
      ],
    });
  });

  it('has the same result and the same fault for random steps, sent together or one by one', async () => {
    const chance = seededRandom(20_261_129);
    for (let history = 0; history < 8; history += 1) {
      const [atOnce, apart] = [new TestFeed(bank, 'cards'), new TestFeed(bank, 'cards')];
      const [one, two] = [await fed(atOnce), await fed(apart)];
      const drawn = Array.from({ length: 12 }, () => drawnStep(chance));
      const stepsOf = (core: TestFeed, cardId: string) => {
        const present = new Map<string, number>();
        return drawn.map((uses) => core.step(uses.map((of) => of(cardId, present)).concat(balanceOf(cardId, '0.00', sumOf(present)))));
      };
      const sent = await outcomeOf(atOnce, [stepsOf(atOnce, one.cardId).flat()]);
      const followed = await outcomeOf(apart, stepsOf(apart, two.cardId));
      expect({ history, ...sent, rows: await pendingOf(one.cardId) }).toEqual({ history, ...followed, rows: await pendingOf(two.cardId) });
    }
  });

  type Use = (cardId: string, present: Map<string, number>) => Record<string, unknown>;
  const sumOf = (present: ReadonlyMap<string, number>) => [...present.values()].reduce((sum, amount) => sum + amount, 0).toFixed(2);
  /** One to three uses of three references: announced, announced of zero, or removed, now and then one that is not there. */
  function drawnStep(chance: () => number): Use[] {
    return Array.from({ length: 1 + Math.floor(chance() * 3) }, () => {
      const [reference, kind, amount] = [`000000000000000${1 + Math.floor(chance() * 3)}`, chance(), -1 - Math.floor(chance() * 9)];
      return (cardId, present) => {
        const line = use('cardPendingTransaction', cardId, kind < 0.2 ? '0.00' : amount.toFixed(2), reference);
        if (kind >= 0.2 && kind < 0.6) present.set(reference, amount);
        else if (kind < 0.2 || present.delete(reference) || kind > 0.95) present.delete(reference);
        else return use('cardPendingTransaction', cardId, '0.00', reference);
        return kind >= 0.6 ? removed(line) : line;
      };
    });
  }
  /** What became of steps that were sent in these pieces, until one stopped. */
  async function outcomeOf(core: TestFeed, pieces: readonly (readonly Record<string, unknown>[])[]) {
    let [position, applied, passedOver] = ['', 0, 0];
    for (const lines of pieces) {
      const { body } = await core.send(lines);
      const [outcome] = (body as { sources: Outcome[] }).sources;
      position = outcome!.position;
      applied += outcome!.applied;
      passedOver += outcome!.passedOver?.length ?? 0;
      if (outcome!.stopped) return { position, applied, passedOver, stopped: outcome!.stopped.position, reason: outcome!.stopped.reason };
    }
    return { position, applied, passedOver };
  }

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

interface Outcome {
  readonly position: string;
  readonly applied: number;
  readonly passedOver?: readonly object[];
  readonly stopped?: { readonly position: string; readonly reason: string };
}
