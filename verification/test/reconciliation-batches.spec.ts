import { instructedPayment, reconciliations, short } from './a-reconciliation.js';
import { settlementXml, type WrittenEntry } from './a-settlement-statement.js';
import { readStatements } from '../src/reconciliation/index.js';

const money = (name: string, amount: string, currency = 'EUR'): string => `<${name}><Amt Ccy="${currency}">${amount}</Amt></${name}>`;
const details = (...amounts: readonly string[]): string => `<AmtDtls>${amounts.join('')}</AmtDtls>`;
/** A batch of -429.56 with two transactions, of which each has this content. */
const batch = (first: string, second: string, more: Partial<WrittenEntry> = {}): WrittenEntry => ({
  amount: '-429.56',
  reference: 'B',
  parts: [{ content: first }, { content: second }],
  ...more,
});

/** Everywhere that a transaction of camt.053 may state its amount; each pair is 329.56 and 100.00. */
const stated: readonly (readonly [name: string, first: string, second: string])[] = [
  ['AmtDtls/TxAmt', details(money('TxAmt', '329.56')), details(money('TxAmt', '100.00'))],
  ['AmtDtls/InstdAmt', details(money('InstdAmt', '329.56')), details(money('InstdAmt', '100.00'))],
  [
    'AmtDtls/InstdAmt and TxAmt',
    details(money('InstdAmt', '1.00'), money('TxAmt', '329.56')),
    details(money('InstdAmt', '2.00'), money('TxAmt', '100.00')),
  ],
  ['TxAmt of one and InstdAmt of the other', details(money('TxAmt', '329.56')), details(money('InstdAmt', '100.00'))],
  [
    'TxAmt, and InstdAmt in another currency',
    details(money('InstdAmt', '370.00', 'USD'), money('TxAmt', '329.56')),
    details(money('TxAmt', '100')),
  ],
  [
    'CntrValAmt, and TxAmt in another currency',
    details(money('TxAmt', '370.00', 'USD'), money('CntrValAmt', '329.56')),
    details(money('TxAmt', '100.00')),
  ],
  ['Amt without CdtDbtInd', '<Amt Ccy="EUR">329.56</Amt>', '<Amt Ccy="EUR">100.00</Amt>'],
  ['Amt, and others in AmtDtls', `<Amt Ccy="EUR">329.56</Amt>${details(money('TxAmt', '1.00'))}`, '<Amt Ccy="EUR">100.00</Amt>'],
  ['Amt in another currency, and TxAmt', `<Amt Ccy="USD">370.00</Amt>${details(money('TxAmt', '329.56'))}`, '<Amt Ccy="EUR">100.00</Amt>'],
];
/** Where the statement does not say of which amount each transaction is. */
const unstated: readonly (readonly [name: string, entry: WrittenEntry])[] = [
  ['of which none has an amount', batch('', '')],
  ['of which one has no amount', batch(details(money('TxAmt', '329.56')), '')],
  [
    'of which one has its amount in another currency',
    batch(details(money('TxAmt', '329.56')), details(money('InstdAmt', '110.00', 'USD'))),
  ],
  ['of which one has only an Amt in another currency', batch('<Amt Ccy="USD">370.00</Amt>', '<Amt Ccy="EUR">100.00</Amt>')],
  ['that is only counted', { ...batch('', ''), parts: [], size: 2 }],
];

describe('a batch in a settlement statement', () => {
  const { file, all, one } = reconciliations();
  const lines = (found: Awaited<ReturnType<typeof all>>): string[] => found.map(({ kind, id, amount }) => `${kind} ${id} ${amount}`);

  it.each(stated)('is compared transaction by transaction with the amounts of %s', async (_, first, second) => {
    const unknown = await all({}, [{ entries: [batch(first, second)] }]);
    expect(lines(unknown)).toEqual(['missing-here B -329.56', 'missing-here B -100.00']);
    expect(unknown.map(({ place }) => /, statement .*/.exec(place!)![0])).toEqual([
      ', statement 1, entry 1 (AcctSvcrRef B), transaction 1',
      ', statement 1, entry 1 (AcctSvcrRef B), transaction 2',
    ]);
    const instructed = [instructedPayment({ amount: '329.56' }), instructedPayment({ amount: '100.00' })];
    const parts = [first, second].map((content, at) => ({ content, refs: { TxId: short(instructed[at]!.paymentId) } }));
    expect(await all({ instructed }, [{ entries: [batch('', '', { parts })] }])).toEqual([]);
  });

  it('takes the direction of a transaction from it, and else from the entry', async () => {
    const content = details(money('TxAmt', '29.56'));
    const entry = batch(details(money('TxAmt', '459.12')), `<CdtDbtInd>CRDT</CdtDbtInd>${content}`);
    expect(lines(await one({}, [entry]))).toEqual(['missing-here B -459.12', 'missing-here B 29.56']);
  });

  it('is an amount that differs where amounts in AmtDtls do not add up', async () => {
    const found = await one({}, [batch(details(money('TxAmt', '329.56')), details(money('TxAmt', '100.01')))]);
    expect(lines(found)).toEqual(['missing-here B -329.56', 'missing-here B -100.01', 'amount-differs B -429.56']);
  });

  it.each(unstated)('%s is one item, which is said; what follows it is read', async (_, entry) => {
    const after: WrittenEntry = { amount: '-1.00', reference: 'AFTER' };
    const found = await all({}, [{ entries: [entry, after] }]);
    expect(lines(found)).toEqual(['missing-here B -429.56', 'missing-here AFTER -1.00', 'left-out B -429.56']);
    expect(found[2]).toMatchObject({
      reason: 'batches compared as one entry',
      text: 'is a batch of 2 transactions, and the statement does not state the amount of each in EUR: it is compared as one entry',
      place: expect.stringMatching(/entry 1 \(AcctSvcrRef B\)$/),
    });
    // It is found by a reference of its own, and not by those of its transactions.
    const own = instructedPayment({ amount: '429.56' });
    const known = await all({ instructed: [own] }, [{ entries: [{ ...entry, reference: short(own.paymentId) }] }]);
    expect(lines(known)).toEqual([`left-out ${short(own.paymentId)} -429.56`]);
  });

  it('is refused where an amount of a transaction cannot be read, with the transaction', async () => {
    const read = (second: string) =>
      readStatements([file(settlementXml({ entries: [batch(details(money('TxAmt', '329.56')), second)] }))], 'Asia/Jerusalem');
    expect((await read(details(money('TxAmt', '100.00')))).frames).toHaveLength(1);
    for (const second of [
      details(money('TxAmt', '1,00')),
      details(money('InstdAmt', '-100.00')),
      details(money('TxAmt', '100.001')),
      details(money('TxAmt', '100.00', 'eur')),
      '<Amt>100.00</Amt>',
    ])
      await expect(read(second)).rejects.toThrow(/statement 1, entry 1 \(AcctSvcrRef B\), transaction 2: TxDtls\/(AmtDtls\/\w+\/)?Amt: /);
  });

  it('has no item for an entry or transaction of 0.00, which books nothing: it is named', async () => {
    const nothing = details(money('TxAmt', '0.00'));
    const found = await all({}, [{ entries: [{ amount: '0.00', reference: 'ZERO' }, batch(details(money('TxAmt', '429.56')), nothing)] }]);
    expect(lines(found)).toEqual(['missing-here B -429.56', 'left-out ZERO 0.00', 'left-out B 0.00']);
    expect(found[1]).toMatchObject({ reason: 'of 0.00', text: 'has an amount of zero, which books nothing' });
  });
});
