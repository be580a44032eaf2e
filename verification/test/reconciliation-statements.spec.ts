import { randomUUID } from 'node:crypto';
import { readStatements } from '../src/reconciliation/index.js';
import { kinds, instructedPayment, posting, reconciliations, settledLine, short } from './a-reconciliation.js';
import { day, settlementXml, type WrittenEntry, type WrittenStatement } from './a-settlement-statement.js';

describe('statements of a settlement account', () => {
  const { file, differences, one } = reconciliations();

  it('finds an entry by the instruction, or by an EndToEndId where clearing gives no id of the bank: each once', async () => {
    const [byInstruction, first, second, other] = [
      instructedPayment(),
      instructedPayment({ endToEndId: 'INVOICE', amount: '5.00' }),
      instructedPayment({ endToEndId: 'INVOICE', amount: '6.00' }),
      instructedPayment({ endToEndId: randomUUID(), amount: '7.00' }),
    ];
    const bank = { instructed: [byInstruction, first, second, other] };
    const entries: readonly WrittenEntry[] = [
      { amount: '-12.50', refs: { InstrId: byInstruction.instructionId.toUpperCase() } },
      { amount: '-6.00', refs: { EndToEndId: 'INVOICE', UETR: randomUUID() } },
      { amount: '-5.00', refs: { EndToEndId: 'INVOICE' } },
      { amount: '-7.00', refs: { EndToEndId: other.endToEndId! } },
    ];
    expect(await one(bank, entries)).toEqual([]);
    expect(kinds(await one(bank, [...entries, { amount: '-5.00', reference: 'AGAIN', refs: { EndToEndId: 'INVOICE' } }]))).toEqual([
      'settled-twice AGAIN',
    ]);
    expect(
      kinds(
        await one(
          bank,
          entries.filter((_, at) => at !== 2),
        ),
      ),
    ).toEqual([`answered-not-settled ${first.paymentId}`]);
  });

  it('compares the transactions of a batch, and names a batch that does not add up', async () => {
    const [one_, two] = [instructedPayment(), instructedPayment({ amount: '2.50' })];
    const parts = [one_, two].map(({ paymentId, amount }) => ({ amount: `-${amount}`, refs: { TxId: short(paymentId) } }));
    expect(await one({ instructed: [one_, two] }, [{ amount: '-15.00', parts }])).toEqual([]);
    const found = await one({ instructed: [one_, two] }, [{ amount: '-16.00', reference: 'B', parts }]);
    expect(found.map(({ kind, id, text }) => [kind, id, text])).toEqual([
      ['amount-differs', 'B', 'is -16.00, and its transactions add up to -15.00'],
    ]);
  });

  it('names a balance that does not follow: within a statement, between two, and where there is none', async () => {
    const entries = [{ amount: '-0.10', code: 'MDOP-CHRG' }];
    const balances = async (...statements: readonly WrittenStatement[]) =>
      (await differences({}, statements))
        .filter(({ kind }) => kind !== 'charge-not-booked')
        .map(({ kind, id, amount, text }) => [kind, id, amount, text]);
    expect(await balances({ entries }, { id: 'S2', day: '2026-11-26', opening: '999.90' })).toEqual([]);
    expect(await balances({ entries, closing: '1000.00' })).toEqual([
      [
        'balance-does-not-follow',
        'S1',
        '0.10',
        'opens with 1000.00, its entries make -0.10, and it closes with 1000.00 in place of 999.90',
      ],
    ]);
    expect(await balances({ id: 'S2', day: '2026-11-26', opening: '999.00' }, { entries })).toEqual([
      ['balance-does-not-follow', 'S2', '-0.90', `opens with 999.00, and the statement before it, S1 of ${day}, closes with 999.90`],
    ]);
    expect(await balances({}, { id: 'S2', account: 'OTHER', opening: '7.00' })).toEqual([]);
  });

  it('names what the books have otherwise than the instructions and their answers say', async () => {
    const wrong = {
      unposted: instructedPayment({ posted: null, balance: '0' }),
      other: instructedPayment({ posted: '12.40', balance: '12.40' }),
      kept: instructedPayment({ state: 'REJECTED', balance: '12.50' }),
      givenBack: instructedPayment({ balance: '0' }),
    };
    const stray = posting('PAYMENT', '-12.50', { isKnown: false });
    const found = await differences({ instructed: Object.values(wrong), postings: [stray] });
    expect(found.map(({ kind, id, text }) => [kind, id, text])).toEqual([
      ['missing-here', wrong.unposted.paymentId, 'is instructed, and nothing is posted on the clearing account'],
      ['amount-differs', wrong.other.paymentId, 'is instructed with 12.50 and posted with 12.40'],
      ['missing-here', wrong.kept.paymentId, 'is answered REJECTED, and the money is not posted back from the clearing account'],
      ['amount-differs', wrong.givenBack.paymentId, 'is answered ACCEPTED: the clearing account must have 12.50 of it, and has 0.00'],
      ['missing-there', stray.subject, 'is posted on the clearing account, and clearing was never instructed'],
    ]);
  });

  it('looks at the answers alone of payments that the core books, and not at those that stay in the bank, or at what comes in', async () => {
    const core = { byCore: true, posted: null, balance: '0' };
    const [paid, back, here] = [
      instructedPayment(core),
      instructedPayment({ ...core, state: 'RETURNED' }),
      instructedPayment({ ...core, settledHere: true }),
    ];
    const collected = posting('COLLECTION', '-5.00');
    const bank = { ledger: 'core', instructed: [paid, back, here], postedBefore: [collected] } as const;
    const entries = [
      settledLine(paid),
      settledLine(back),
      settledLine(back, { amount: '12.50' }),
      { amount: '-5.00', refs: { TxId: short(collected.subject) } },
    ];
    const incoming = { amount: '80.00', reference: 'IN' };
    expect(await one(bank, [...entries, incoming])).toEqual([]);
    expect(kinds(await one(bank, [...entries.slice(1), { ...incoming, amount: '-80.00' }]))).toEqual([
      `answered-not-settled ${paid.paymentId}`,
      'missing-here IN',
    ]);
    expect(kinds(await one({ ...bank, ledger: 'own' }, [...entries, incoming]))).toEqual(['missing-here IN']);
  });

  it('names a currency without a statement once; judges the days of the period alone; and finds in other days what is of them', async () => {
    const [shekel, dollar] = [instructedPayment({ currency: 'ILS' }), instructedPayment({ currency: 'USD' })];
    expect(
      (
        await differences({ instructed: [shekel, instructedPayment({ currency: 'ILS' }), dollar] }, [
          { currency: 'USD', entries: [settledLine(dollar)] },
        ])
      ).map(({ kind, id, amount }) => [kind, id, amount]),
    ).toEqual([['missing-there', 'ILS', '-25.00']]);
    const strange = { amount: '-1.00', reference: 'OLD' };
    const own = instructedPayment();
    const both = [{ entries: [settledLine(own)] }, { id: 'S0', day: '2026-11-24', opening: '1001.00', entries: [strange] }];
    expect(await differences({ instructed: [own] }, both, { from: day, until: day })).toEqual([]);
    expect(kinds(await differences({ instructed: [own] }, both))).toEqual(['missing-here OLD']);
  });

  it('refuses files that are no statements, and a statement that is given twice', async () => {
    const read = (xml: string, ...more: readonly string[]) => readStatements([xml, ...more].map(file), 'Asia/Jerusalem');
    const good = settlementXml({ entries: [{ amount: '-1.00' }] });
    expect((await read(good)).frames).toHaveLength(1);
    await expect(read(good, good)).rejects.toThrow('statement S1 of SETTLEMENT is in');
    await expect(read('<a/>')).rejects.toThrow('must be camt.053.001.02 or later');
    await expect(read(good.replace('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">1.001</Amt>'))).rejects.toThrow(
      'EUR has 2 fraction digits',
    );
    await expect(read(good.replace('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">1,00</Amt>'))).rejects.toThrow('must be a decimal number');
    await expect(read(good.replace(/<BookgDt>.*?<\/BookgDt>/, ''))).rejects.toThrow('BookgDt: must be a date');
    await expect(read(good.slice(0, -20))).rejects.toThrow('is not well-formed XML');
    await expect(read(good.replace('<Document', '<!DOCTYPE Document><Document'))).rejects.toThrow('has a document type');
  });
});
