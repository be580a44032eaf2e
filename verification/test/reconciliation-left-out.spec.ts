import { readStatements } from '../src/reconciliation/index.js';
import { kinds, instructedPayment, reconciliations, settledLine } from './a-reconciliation.js';
import { day, settlementXml, type WrittenEntry, type WrittenStatement } from './a-settlement-statement.js';

const [before, after] = ['2026-11-24', '2026-11-26'];

describe('what a reconciliation does not compare', () => {
  const { file, all, differences, remarks, one } = reconciliations();
  const texts = (found: Awaited<ReturnType<typeof all>>): string[][] => found.map(({ kind, id, text }) => [kind, id, text]);

  it('is no entry of a day that its statement does not cover: known or unknown, debit or credit, it is a difference', async () => {
    const [paid, early] = [instructedPayment(), instructedPayment({ settlementDate: before })];
    const bank = { instructed: [paid], before: [early] };
    expect(await all(bank, [{ entries: [settledLine(paid)] }])).toEqual([]);
    const entries: WrittenEntry[] = [
      settledLine(paid),
      { amount: '-5000.00', day: before, reference: 'DEBIT' },
      { amount: '7.00', day: after, reference: 'CREDIT' },
      settledLine(early, { day: before, reference: 'KNOWN' }),
    ];
    const covers = (of: string) => `is booked on a day that its statement S1, of ${of}, does not cover`;
    expect(texts(await all(bank, [{ entries }]))).toEqual([
      ['outside-statement', 'DEBIT', `${covers(day)}, and nothing here is known of it`],
      ['outside-statement', 'CREDIT', `${covers(day)}, and nothing here is known of it`],
      ['outside-statement', 'KNOWN', covers(day)],
    ]);
    // The same in the statement of its day.
    const statements: WrittenStatement[] = [
      { id: 'S0', day: before, opening: '6000.00', entries: [entries[1]!] },
      { entries: [entries[0]!] },
    ];
    expect(kinds(await all({ instructed: [paid] }, statements))).toEqual(['missing-here DEBIT']);
  });

  it('is named once where another statement covers the day of an entry', async () => {
    const statements: WrittenStatement[] = [
      { id: 'S0', day: before, opening: '6000.00', closing: '6000.00' },
      { opening: '6000.00', entries: [{ amount: '-5000.00', day: before, reference: 'DEBIT' }] },
    ];
    expect(kinds(await all({}, statements))).toEqual(['missing-here DEBIT']);
  });

  it('is no entry of the first hours of the day, whatever offset its time and the period of the statement have', async () => {
    const times = [`${day}T00:00:00+02:00`, `${before}T22:30:00Z`, `${before}T17:30:00-05:00`, `${day}T07:30:00+09:00`, `${day}T23:59:59`];
    const periods = [
      [`${before}T22:00:00Z`, `${day}T21:59:59Z`],
      [`${day}T00:00:00+02:00`, `${day}T24:00:00+02:00`],
      [`${before}T22:00:00Z`, `${day}T22:00:00Z`],
      [`${day}T00:00:00`, `${day}T23:59:59.999`],
    ] as const;
    for (const period of periods)
      for (const time of times) {
        const found = await all({}, [{ period, entries: [{ amount: '-1.00', day: time, reference: 'X' }] }]);
        expect([time, period, ...found.map(({ kind, id, date }) => `${kind} ${id} ${date}`)]).toEqual([
          time,
          period,
          `missing-here X ${day}`,
        ]);
      }
    const outside = await all({}, [{ period: periods[0], entries: [{ amount: '-1.00', day: `${before}T21:59:59Z`, reference: 'X' }] }]);
    expect(outside.map(({ kind, date }) => `${kind} ${date}`)).toEqual([`outside-statement ${before}`]);
  });

  it('is named and counted: entries that are not booked, of other days, and charges in other currencies', async () => {
    const own = instructedPayment();
    const entries: WrittenEntry[] = [
      settledLine(own, { charges: '-0.30', chargesIn: 'USD' }),
      { amount: '-99.00', status: 'PDNG', reference: 'P' },
      { amount: '3.00', status: 'INFO', reference: 'I' },
      { amount: '4.00', status: '', reference: '' },
    ];
    const statements: WrittenStatement[] = [
      { entries, closing: '987.50' },
      { id: 'S0', day: before, opening: '1001.00', entries: [{ amount: '-1.00', reference: 'OLD' }] },
    ];
    const found = await all({ instructed: [own] }, statements, { from: day, until: day });
    expect(found.map(({ kind, id, amount, currency, reason }) => [kind, id, amount, currency, reason])).toEqual([
      ['left-out', 'OLD', '-1.00', 'EUR', 'of other days'],
      ['left-out', 'R1', '-0.30', 'USD', 'charges in another currency'],
      ['left-out', 'P', '-99.00', 'EUR', 'with the status PDNG'],
      ['left-out', 'I', '3.00', 'EUR', 'with the status INFO'],
      ['left-out', 'statement 1, entry 4', '4.00', 'EUR', 'without a status'],
    ]);
    expect(found.every(({ place }) => /^\S+\.xml:\d+, statement \d, entry \d \((AcctSvcrRef \w+|no reference)\)$/.test(place!))).toBe(true);
    // What belongs to the days of the period is used, and not left out.
    const late = instructedPayment({ settlementDate: after });
    expect(await all({ instructed: [late] }, [{ day: after, entries: [settledLine(late)] }], { from: day, until: day })).toEqual([]);
  });

  it('is the balance of a statement that has one alone: said once, and no difference', async () => {
    const entries = [settledLine(instructedPayment())];
    const bank = {
      before: entries.map(({ refs }) =>
        instructedPayment({ paymentId: refs!['TxId']!.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }),
      ),
    };
    const said = 'balance: that its entries lead from one to the other is not checked';
    for (const [statement, missing] of [
      [{ opening: null, closing: '5.00' }, 'no opening booked'],
      [{ closing: null }, 'no closing booked'],
      [{ opening: null, closing: null, interim: '5.00' }, 'no opening and no closing booked'],
      [{ opening: null, closing: null, interim: '5.00', period: null }, 'no opening and no closing booked'],
      [{ opening: null, closing: null, period: null }, 'no opening and no closing booked'],
    ] as const) {
      expect(texts(await remarks(bank, [{ ...statement, entries }]))).toEqual([['balance-not-checked', 'S1', `has ${missing} ${said}`]]);
      expect(await differences(bank, [{ ...statement, entries }])).toEqual([]);
    }
    await expect(all(bank, [{ opening: null, closing: null, period: null }])).rejects.toThrow('the days of the statement are unknown');
  });

  it('is no closing balance without an opening one where the statement before it says what it opens with', async () => {
    const entries = [{ amount: '-0.10', code: 'MDOP-CHRG' }];
    const balances = async (closing: string) =>
      (
        await all({}, [
          { id: 'S0', day: before },
          { opening: null, closing, entries },
        ])
      ).filter(({ kind }) => kind !== 'charge-not-booked');
    expect(await balances('999.90')).toEqual([]);
    expect(texts(await balances('999.80'))).toEqual([
      [
        'balance-does-not-follow',
        'S1',
        `has no opening booked balance; the statement before it, S0 of ${before}, closes with 1000.00, its entries make -0.10, and it closes with 999.80 in place of 999.90`,
      ],
    ]);
  });

  it('is nothing of a file with faults: each is named once, with the number and the references of its entry', async () => {
    const read = (xml: string) => readStatements([file(xml)], 'Asia/Jerusalem');
    const good = settlementXml({ entries: [{ amount: '-1.00' }, { amount: '-2.00', reference: 'TWO' }] }).replaceAll('\n', '');
    expect((await read(good)).frames).toHaveLength(1);
    const faulty = good.replace('>2.00<', '>2,00<').replace(/(>1\.00<.*?<BookgDt><Dt>)[^<]*/, '$1yesterday');
    const message = await read(faulty).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message.split('\n')).toEqual([
      expect.stringMatching(/^\S+\.xml:1: statement 1, entry 1 \(AcctSvcrRef R1\): BookgDt: must be a date as YYYY-MM-DD/),
      expect.stringMatching(/^\S+\.xml:1: statement 1, entry 2 \(AcctSvcrRef TWO\): Ntry\/Amt: must be a decimal number/),
    ]);
    const many = settlementXml({ entries: Array.from({ length: 30 }, () => ({ amount: '-1.00', day: 'never', valueDate: day })) });
    await expect(read(many)).rejects.toThrow(/\nand more$/);
    expect(kinds(await one({}, [{ amount: '-1.00', reference: '' }]))).toEqual(['missing-here statement 1, entry 1']);
  });
});
