import { reconciliations } from './a-reconciliation.js';
import { closingBalance, statementFile, type Entry } from './a-statement.js';
import { reportLines, statementReport, type ReportItem } from '../src/load/camt/statement-report.js';
import { StatementFile } from '../src/load/camt/statement.js';
import { readStatements, reconcile, statementPeriod, type BankSide } from '../src/reconciliation/index.js';

const iban = 'DE75512108001245126199';
const day = '2026-11-25';
const booked: readonly Entry[] = [
  { id: 'A', day, amount: '100.00' },
  { id: 'B', day, amount: '-30.00' },
  { id: 'C', day, amount: '-12.5' },
];
const pending: Entry = { id: 'P', day, amount: '-7.00', status: '<Cd>PDNG</Cd>' };
const total = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const counted = (name: string, count: number, sum: string): string => total(name, `<NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum>`);
const net = (amount: string, direction: string): string =>
  total('TtlNtries', `<TtlNetNtry><Amt>${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd></TtlNetNtry>`);

/** Summaries that agree with the entries: of the booked ones, or of all. */
const agreeing: readonly (readonly [name: string, summary: string, entries: readonly Entry[]])[] = [
  ['nothing', '', booked],
  ['the sum of all amounts', counted('TtlNtries', 3, '142.50'), booked],
  ['what they come to', counted('TtlNtries', 3, '57.5'), booked],
  ['credits and debits', counted('TtlCdtNtries', 1, '100') + counted('TtlDbtNtries', 2, '42.50'), booked],
  ['a net amount', net('57.50', 'CRDT'), booked],
  [
    'a net amount as in version 02',
    total('TtlNtries', '<NbOfNtries>3</NbOfNtries><TtlNetNtryAmt>57.50</TtlNetNtryAmt><CdtDbtInd>CRDT</CdtDbtInd>'),
    booked,
  ],
  ['the booked entries, beside pending ones', counted('TtlNtries', 3, '142.50'), [...booked, pending]],
  ['all entries, pending ones included', counted('TtlNtries', 4, '149.50') + net('50.50', 'CRDT'), [...booked, pending]],
  ['no entries', counted('TtlNtries', 0, '0'), []],
  ['what cannot be read', total('TtlNtries', '<NbOfNtries>three</NbOfNtries><Sum>-1</Sum>'), booked],
];
/** Summaries that do not, with what is said. */
const differing: readonly (readonly [name: string, summary: string, entries: readonly Entry[], said: string])[] = [
  ['another number', counted('TtlNtries', 4, '142.50'), booked, 'TtlNtries/NbOfNtries 4 (booked: 3)'],
  ['another sum', counted('TtlNtries', 3, '142.51'), booked, 'TtlNtries/Sum 142.51 (booked: 142.5)'],
  ['a net amount in the other direction', net('57.50', 'DBIT'), booked, 'TtlNtries/TtlNetNtry -57.5 (booked: 57.5)'],
  [
    'other debits',
    counted('TtlCdtNtries', 1, '100.00') + counted('TtlDbtNtries', 3, '49.50'),
    booked,
    'TtlDbtNtries/NbOfNtries 3 (booked: 2), TtlDbtNtries/Sum 49.5 (booked: 42.5)',
  ],
  [
    'the number of all and the sum of the booked',
    counted('TtlNtries', 4, '142.50'),
    [...booked, pending],
    'TtlNtries/NbOfNtries 4 (booked: 3)',
  ],
];

describe('the summary of a statement (TxsSummry)', () => {
  const { file } = reconciliations();
  const written = (summary: string, entries: readonly Entry[], balances = ''): string =>
    statementFile({ iban, balances: `${balances}${summary === '' ? '' : total('TxsSummry', summary)}`, entries });

  const itemsOf = (xml: string): ReportItem[] => {
    const { errors, statements } = new StatementFile('statement.xml', xml, 'Asia/Jerusalem');
    expect(errors).toEqual([]);
    return statements.flatMap(({ leftOut }) => leftOut.filter(({ reason }) => reason === 'summary-differs'));
  };
  const loading = (xml: string): string[] => itemsOf(xml).map(({ what }) => what);
  async function reconciling(xml: string): Promise<string[]> {
    const read = await readStatements(
      [file(xml.replace('<Acct>', '<FrToDt><FrDtTm>2026-11-25</FrDtTm><ToDtTm>2026-11-25</ToDtTm></FrToDt><Acct><Ccy>EUR</Ccy>'))],
      'Asia/Jerusalem',
    );
    const said: string[] = [];
    const nothing: BankSide = {
      ledger: 'own',
      async *instructed() {
        yield [];
      },
      async *postings() {
        yield [];
      },
      find: () => Promise.resolve({ instructed: [], postings: [], rejected: [] }),
    };
    await reconcile(nothing, read, statementPeriod(read)!, ({ kind, text }) => {
      if (kind === 'summary-differs') said.push(text);
    });
    return said;
  }

  it.each(agreeing)('agrees with the entries where it states %s', async (_, summary, entries) => {
    expect(loading(written(summary, entries))).toEqual([]);
    expect(await reconciling(written(summary, entries))).toEqual([]);
  });

  it.each(differing)('is named where it states %s, and no balance shows whether the entries are all', async (_, summary, entries, said) => {
    expect(loading(written(summary, entries))).toEqual([`statement 1: ${said}`]);
    expect(await reconciling(written(summary, entries))).toEqual([`has in TxsSummry what its entries do not come to: ${said}`]);
  });

  it('needs the attention of the operator where it differs', () => {
    const report = (summary: string) => statementReport({ booked: 3, items: itemsOf(written(summary, booked)), knownEntries: 0 });
    expect(report(counted('TtlNtries', 3, '142.50')).needsAttention).toBe(false);
    expect(report(counted('TtlNtries', 4, '142.50')).needsAttention).toBe(true);
    expect(reportLines(report(counted('TtlNtries', 4, '142.50')))).toEqual([
      '1 LOADED AS LISTED, without a closing balance, and counting other entries in its summary (TxsSummry): statement 1: TtlNtries/NbOfNtries 4 (booked: 3)',
    ]);
  });

  it('is not compared where balances prove the entries, nor on a page that may not be the only one', async () => {
    const wrong = counted('TtlNtries', 4, '0');
    expect(loading(written(wrong, booked, closingBalance('1057.50', day)))).toEqual([]);
    const opening = closingBalance('1000.00', day).replace('CLBD', 'OPBD');
    expect(await reconciling(written(wrong, booked, opening + closingBalance('1057.50', day)))).toEqual([]);
    const paged = (pages: string): string => written(wrong, booked).replace('<Acct>', `<StmtPgntn>${pages}</StmtPgntn><Acct>`);
    const [only, first] = ['<PgNb>1</PgNb><LastPgInd>true</LastPgInd>', '<PgNb>1</PgNb><LastPgInd>false</LastPgInd>'];
    expect([loading(paged(only)).length, loading(paged(first)).length]).toEqual([1, 0]);
    const inMessages = written(wrong, booked).replace('</MsgId>', `</MsgId><MsgPgntn>${first}</MsgPgntn>`);
    expect([loading(inMessages).length, (await reconciling(inMessages)).length]).toEqual([0, 0]);
  });
});

describe('balances of a statement', () => {
  const { file } = reconciliations();
  const balance = (code: string, amount: string, on: string, isIntermediate = false): string => {
    const written = closingBalance(amount, on).replace('CLBD', code);
    return isIntermediate ? written.replace('</CdOrPrtry>', '</CdOrPrtry><SubTp><Cd>INTM</Cd></SubTp>') : written;
  };
  const [first, last] = ['2026-11-24', '2026-11-25'];

  it.each([
    ['one of each end', [balance('OPBD', '1', first), balance('CLBD', '2', last)], ['1.00', '2.00'], '2'],
    [
      'those of each day',
      [balance('OPBD', '1', first), balance('CLBD', '5', first), balance('OPBD', '5', last), balance('CLBD', '2', last)],
      ['1.00', '2.00'],
      '2',
    ],
    [
      'those of each day, the last one first',
      [balance('CLBD', '2', last), balance('CLBD', '5', first), balance('OPBD', '5', last), balance('OPBD', '1', first)],
      ['1.00', '2.00'],
      '2',
    ],
    [
      'an intermediate one before that of the end',
      [balance('CLBD', '9', last, true), balance('OPBD', '1', first), balance('CLBD', '2', last)],
      ['1.00', '2.00'],
      '2',
    ],
    [
      'intermediate ones alone, as on a page between others',
      [balance('OPBD', '1', first, true), balance('CLBD', '2', last, true)],
      ['1.00', '2.00'],
      undefined,
    ],
    ['one alone that opens', [balance('OPBD', '1', first)], ['1.00', undefined], undefined],
    ['one alone that opens a later page', [balance('OPBD', '1', first, true)], ['1.00', undefined], undefined],
    ['one alone that closes', [balance('CLBD', '2', last)], [undefined, '2.00'], '2'],
    ['one alone of a day that is not over', [balance('ITBD', '2', last)], [undefined, undefined], undefined],
    ['one alone of a day that is not over, intermediate', [balance('ITBD', '2', last, true)], [undefined, undefined], undefined],
    ['the closing balance of the day before', [balance('PRCD', '1', first), balance('CLBD', '2', last)], ['1.00', '2.00'], '2'],
  ] as const)('are those of its ends: %s', async (_, balances, [opening, closing], loadedClosing) => {
    const xml = statementFile({ iban, balances: balances.join(''), entries: [{ id: 'A', day: last, amount: '1.00' }] });
    const { statements, errors } = new StatementFile('statement.xml', xml, 'Asia/Jerusalem');
    expect([errors, statements[0]!.closing?.amount]).toEqual([[], loadedClosing]);
    const { frames } = await readStatements([file(xml)], 'Asia/Jerusalem');
    expect([frames[0]!.opening?.toString(), frames[0]!.closing?.toString()]).toEqual([opening, closing]);
  });
});
