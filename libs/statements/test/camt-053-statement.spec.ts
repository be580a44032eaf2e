import { bookedBalances, pendingRemark, type CamtBalance, type CamtStatement } from '../src/index.js';
import { plainEntry, written } from './a-camt-statement.js';

const eur = (amount: string) => ({ currency: 'EUR', amount });
const closing = (date: string): CamtBalance => ({ type: 'CLBD', amount: eur('5.00'), date });
const codes = (xml: string): string[] =>
  [...xml.matchAll(/<Bal><Tp><CdOrPrtry><Cd>(\w+)<.*?<Dt><Dt>([^<]+)/g)].map(([, code, day]) => `${code} ${day}`);
const timesOf = (xml: string): string[] => [...xml.matchAll(/<(?:Fr|To)DtTm>([^<]+)/g)].map(([, time]) => time!);

describe('the period of a camt.053 statement', () => {
  const cases: readonly [created: string, period: Pick<CamtStatement, 'from' | 'to'>, balance: string, end: string][] = [
    ['2026-11-24T10:00:00Z', { from: '2026-11-01', to: '2026-11-23' }, 'CLBD 2026-11-23', '2026-11-23T23:59:59+02:00'],
    ['2026-11-24T10:00:00Z', { from: '2026-11-01', to: '2026-11-24' }, 'ITBD 2026-11-24', '2026-11-24T12:00:00+02:00'],
    ['2026-11-24T10:00:00.120Z', { from: '2026-11-24', to: '2026-12-31' }, 'ITBD 2026-11-24', '2026-11-24T12:00:00.120+02:00'],
    // 23:30 UTC on the 23rd is half past one on the 24th in the bank.
    ['2026-11-23T23:30:00Z', { from: '2026-11-01', to: '2026-11-23' }, 'CLBD 2026-11-23', '2026-11-23T23:59:59+02:00'],
    ['2026-11-23T21:30:00Z', { from: '2026-11-01', to: '2026-11-23' }, 'ITBD 2026-11-23', '2026-11-23T23:30:00+02:00'],
  ];

  it.each(cases)('made at %s of %j closes with %s, and ends at %s', async (created, period, balance, end) => {
    const xml = await written({ ...period, createdAt: new Date(created), balances: [closing(period.to)] });
    expect(codes(xml)).toEqual([balance]);
    expect(timesOf(xml)[1]).toBe(end);
  });

  it('never begins after it ends', async () => {
    const xml = await written({ from: '2026-11-26', to: '2026-11-30', balances: [{ ...closing('2026-11-26'), type: 'OPBD' }] });
    expect(timesOf(xml)).toEqual(['2026-11-24T00:00:00+02:00', '2026-11-24T12:00:00+02:00']);
    expect(codes(xml)).toEqual(['OPBD 2026-11-24']);
  });

  it('leaves the days of other balances as they are: the next debit of a card lies ahead', async () => {
    expect(codes(await written({ balances: [{ type: 'XPCD', amount: eur('-5.00'), date: '2026-12-10' }] }))).toEqual(['XPCD 2026-12-10']);
  });
});

describe('the balances of a page', () => {
  const entry = (day: string, amount: string, after: string) => ({
    bookingDate: `2026-11-${day}`,
    transactionAmount: eur(amount),
    balanceAfterTransaction: { balanceType: 'interimBooked', balanceAmount: eur(after) } as const,
  });
  const page = [entry('02', '1.00', '11.00'), entry('03', '2.00', '13.00')];
  const part = { from: '2026-11-01', to: '2026-11-23', order: 'oldestFirst', isFirst: true, isLast: true } as const;
  const shown = (...given: Parameters<typeof bookedBalances>) =>
    bookedBalances(...given).map(({ type, intermediate, amount, date }) =>
      [type, intermediate ? 'INTM' : '', amount.amount, date.slice(8)].join(' '),
    );

  it('are those of the period on its first and last page, and intermediate ones between two pages', () => {
    expect(shown(page, undefined, part)).toEqual(['OPBD  10.00 01', 'CLBD  13.00 23']);
    expect(shown(page, undefined, { ...part, isLast: false })).toEqual(['OPBD  10.00 01', 'CLBD INTM 13.00 03']);
    expect(shown(page, undefined, { ...part, isFirst: false })).toEqual(['OPBD INTM 10.00 02', 'CLBD  13.00 23']);
    expect(shown(page, undefined, { ...part, isFirst: false, isLast: false })).toEqual(['OPBD INTM 10.00 02', 'CLBD INTM 13.00 03']);
  });

  it('are the same of a page that begins with the newest entry, the last of which opens the period', () => {
    const newestFirst = { ...part, order: 'newestFirst' } as const;
    expect(shown(page.toReversed(), undefined, newestFirst)).toEqual(['OPBD  10.00 01', 'CLBD  13.00 23']);
    expect(shown(page.toReversed(), undefined, { ...newestFirst, isFirst: false })).toEqual(['OPBD  10.00 01', 'CLBD INTM 13.00 03']);
    expect(shown(page.toReversed(), undefined, { ...newestFirst, isLast: false })).toEqual(['OPBD INTM 10.00 02', 'CLBD  13.00 23']);
  });

  it('are that of the end where there is no entry', () => {
    expect(shown([], eur('7.00'), part)).toEqual(['OPBD  7.00 01', 'CLBD  7.00 23']);
    expect(shown([], eur('7.00'), { ...part, from: undefined })).toEqual(['CLBD  7.00 23']);
  });
});

describe('the totals of a statement', () => {
  const totals = async (currency: string, ...amounts: readonly string[]) => {
    const entries = amounts.map((amount) => ({ ...plainEntry, transactionAmount: { currency, amount } }));
    const xml = await written({ account: { iban: 'DE89370400440532013000', currency }, lists: [{ status: 'BOOK', entries }] });
    return /<TxsSummry>(.*)<\/TxsSummry><Ntry>/.exec(xml)?.[1] ?? /<TxsSummry>(.*)<\/TxsSummry><\/Stmt>/.exec(xml)![1];
  };
  const counted = (count: number, sum: string) => `<NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum>`;
  const all = (count: number, sum: string, net: string, direction: string) =>
    `<TtlNtries>${counted(count, sum)}<TtlNetNtry><Amt>${net}</Amt><CdtDbtInd>${direction}</CdtDbtInd></TtlNetNtry></TtlNtries>`;

  it('count and add up its entries, credits and debits apart, to the last unit', async () => {
    expect(await totals('EUR', '10.10', '-0.20', '-20.00')).toBe(
      `${all(3, '30.30', '10.10', 'DBIT')}<TtlCdtNtries>${counted(1, '10.10')}</TtlCdtNtries><TtlDbtNtries>${counted(2, '20.20')}</TtlDbtNtries>`,
    );
    expect(await totals('JPY', '99999999999999', '1')).toContain(all(2, '100000000000000', '100000000000000', 'CRDT'));
    expect(await totals('EUR', '0.10', '0.20', '-0.30')).toContain(all(3, '0.60', '0.00', 'CRDT'));
  });

  it('are zero where there is no entry', async () => {
    expect(await totals('EUR')).toContain(all(0, '0.00', '0.00', 'CRDT'));
  });
});

describe('the remark about pending entries', () => {
  it('says how many are left out and how to get them; nothing where there are none', async () => {
    expect(pendingRemark(0, 500)).toBeUndefined();
    expect(pendingRemark(1, 500)).toBe('1 pending entry is not in this statement: ask for bookingStatus=pending.');
    expect(pendingRemark(500, 500)).toMatch(/^500 pending entries are not/);
    expect(pendingRemark(501, 500)).toMatch(/^More than 500 pending entries are not/);
    expect(await written({ remark: pendingRemark(3, 500), lists: [{ status: 'BOOK', entries: [plainEntry] }] })).toMatch(
      /<\/Ntry><AddtlStmtInf>3 pending entries are not in this statement: ask for bookingStatus=pending\.<\/AddtlStmtInf><\/Stmt>/,
    );
  });
});
