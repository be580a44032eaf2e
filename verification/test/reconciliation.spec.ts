import { randomUUID } from 'node:crypto';
import { kinds, instructedPayment, posting, reconciliations, settledLine, short } from './a-reconciliation.js';
import { day } from './a-settlement-statement.js';

describe('a reconciliation with clearing', () => {
  const { differences, one } = reconciliations();

  it('finds nothing where answers, postings and statement agree: payments, returns, transfers, collections and refunds', async () => {
    const [paid, back, refused, open] = [
      instructedPayment(),
      instructedPayment({ state: 'RETURNED' }),
      instructedPayment({ state: 'REJECTED' }),
      instructedPayment({ state: 'INSTRUCTED' }),
    ];
    const returned = posting('PAYMENT_RETURNED', '12.50', { subject: back.paymentId });
    const others = [posting('CREDIT_TRANSFER', '80.00'), posting('COLLECTION', '-5.00'), posting('COLLECTION_REFUNDED', '5.00')];
    const bank = { instructed: [paid, back, refused, open], postings: [returned, ...others] };
    const entries = [
      settledLine(paid),
      settledLine(back),
      { amount: '12.50', refs: { TxId: short(back.paymentId) }, code: 'ICDT-RRTN' },
      ...others.map(({ subject, amount }) => ({ amount, refs: { UETR: subject } })),
      { amount: '-99.00', status: 'PDNG' },
    ];
    expect(await one(bank, entries)).toEqual([]);
    expect(await differences(bank)).toEqual([]);
  });

  it('names what was answered and not settled, and what is not due yet not', async () => {
    const [missing, later] = [instructedPayment(), instructedPayment({ settlementDate: '2026-11-26' })];
    expect(await one({ instructed: [missing, later] }, [])).toEqual([
      {
        kind: 'answered-not-settled',
        of: 'payment',
        id: missing.paymentId,
        instructionId: missing.instructionId,
        amount: '12.50',
        currency: 'EUR',
        date: day,
        text: `is answered ACCEPTED and due on ${day}, and no statement has it`,
      },
    ]);
  });

  it('names what was settled and is not answered, or answered otherwise; and takes what clearing took back itself for nothing', async () => {
    const [open, refused, undone] = [
      instructedPayment({ state: 'INSTRUCTED' }),
      instructedPayment({ state: 'REJECTED' }),
      instructedPayment({ state: 'REJECTED' }),
    ];
    const early = instructedPayment();
    const found = await one({ instructed: [open, refused, undone, early] }, [
      settledLine(open),
      settledLine(refused),
      settledLine(undone),
      settledLine(undone, { amount: '12.50' }),
      settledLine(early),
      settledLine(early, { amount: '12.50' }),
    ]);
    expect(found.map(({ kind, id, text }) => [kind, id, text])).toEqual([
      ['settled-not-answered', open.paymentId, 'is settled there and is not answered'],
      ['settled-not-answered', refused.paymentId, 'is settled there and is answered REJECTED AC04'],
      ['settled-not-answered', early.paymentId, 'came back there and is answered ACCEPTED'],
    ]);
  });

  it('names what was settled twice, also where the payment is of another day', async () => {
    const [now, before] = [instructedPayment(), instructedPayment({ instructedOn: '2026-11-02' })];
    const bank = { instructed: [now], before: [before] };
    expect(kinds(await one(bank, [settledLine(now), settledLine(now), settledLine(before), settledLine(before)]))).toEqual([
      `settled-twice ${now.paymentId}`,
      `settled-twice ${before.paymentId}`,
    ]);
    expect(await one(bank, [settledLine(now), settledLine(before)])).toEqual([]);
  });

  it('names an amount that differs, to the last unit, and a charge in it as a charge', async () => {
    const [other, charged, exact] = [instructedPayment(), instructedPayment(), instructedPayment({ amount: '999999999999.99' })];
    const found = await one({ instructed: [other, charged, exact] }, [
      settledLine(other, { amount: '-12.51' }),
      settledLine(charged, { amount: '-12.70', charges: '-0.20' }),
      settledLine(exact),
    ]);
    expect(found.map(({ kind, id, amount, text }) => [kind, id, amount, text])).toEqual([
      ['amount-differs', other.paymentId, '-12.51', 'is -12.50 here and -12.51 there'],
      ['charge-not-booked', charged.paymentId, '-0.20', '-12.50 is settled with a charge in it, as -12.70'],
    ]);
    expect(await one({ instructed: [other, exact] }, [settledLine(other), settledLine(exact)])).toEqual([]);
  });

  it('names another value date, of a payment that clearing settled late and of a transfer', async () => {
    const [late, transfer] = [
      instructedPayment({ settlementDate: '2026-11-24', instructedOn: '2026-11-23' }),
      posting('CREDIT_TRANSFER', '7.00'),
    ];
    const entries = [settledLine(late), { amount: '7.00', valueDate: '2026-11-26', refs: { UETR: transfer.subject } }];
    const found = await one({ before: [late], postings: [transfer] }, entries);
    expect(found.map(({ kind, id, text }) => [kind, id, text])).toEqual([
      ['value-date-differs', transfer.subject, `is due on ${day} and has the value date 2026-11-26 there`],
      ['value-date-differs', late.paymentId, `is due on 2026-11-24 and has the value date ${day} there`],
    ]);
  });

  it('names returns and transfers that no statement has, and money of a transfer that was rejected here', async () => {
    const [gone, back, kept, refused] = [
      posting('CREDIT_TRANSFER', '7.00'),
      posting('PAYMENT_RETURNED', '12.50'),
      randomUUID(),
      randomUUID(),
    ];
    const rejected = [kept, refused].map((transferId) => ({ transferId, reason: 'AC01', decidedOn: day }));
    const found = await one({ postings: [gone, back], rejected }, [
      { amount: '3.00', refs: { UETR: kept } },
      { amount: '4.00', refs: { UETR: refused } },
      { amount: '-4.00', refs: { UETR: refused } },
    ]);
    expect(kinds(found)).toEqual([`missing-there ${gone.subject}`, `missing-there ${back.subject}`, `settled-not-answered ${kept}`]);
  });

  it('names entries of which nothing is known here, and charges', async () => {
    const found = await one({}, [
      { amount: '-1.00', reference: 'X1', refs: { TxId: short(randomUUID()) } },
      { amount: '-2.00', reference: 'X2' },
      { amount: '-0.30', reference: 'X3', code: 'MDOP-CHRG' },
    ]);
    expect(kinds(found)).toEqual(['missing-here X1', 'missing-here X2', 'charge-not-booked X3']);
    expect(found[1]!.text).toBe('is of nothing that is known here, and it has no id to find anything by');
  });
});
