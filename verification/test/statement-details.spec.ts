import type { EntryFacts } from '../src/load/camt/entry-facts.js';
import { StatementFile } from '../src/load/camt/statement.js';
import { statementFile, type Entry } from './a-statement.js';

const iban = 'DE75512108001245126199';
const [day, valueDay] = ['2026-11-27', '2026-11-28'];
const versions = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'];

const entryWith = (more: string, given: Partial<Entry> = {}): Entry => ({ id: 'B1', day, valueDay, amount: '-12.50', more, ...given });
function factsOf(entry: Entry, version = '08'): EntryFacts {
  const status = Number(version) < 7 ? 'BOOK' : '<Cd>BOOK</Cd>';
  const xml = statementFile({ iban, version, entries: [{ ...entry, status }] });
  const { statements, errors } = new StatementFile('statement.xml', xml, 'Asia/Jerusalem');
  expect(errors).toEqual([]);
  return statements[0]!.entries[0]!.facts;
}
const transaction = (content: string): string => `<NtryDtls><TxDtls>${content}</TxDtls></NtryDtls>`;
const returned = (reason: string, more = ''): string => `<RtrInf><Rsn>${reason}</Rsn>${more}</RtrInf>`;
const money = (name: string, amount: string, currency = 'EUR'): string => `<${name}><Amt Ccy="${currency}">${amount}</Amt></${name}>`;
const records = (...amounts: string[]): string => `<Chrgs>${amounts.map((amount) => `<Rcrd>${amount}</Rcrd>`).join('')}</Chrgs>`;
const rate = (more = ''): string =>
  `<CcyXchg><SrcCcy>USD</SrcCcy>${more}<XchgRate>0.9213</XchgRate><QtnDt>2026-11-25T22:30:00Z</QtnDt></CcyXchg>`;
const exchanged = (name: string, currency: string, exchange: string): string =>
  `<AmtDtls><${name}><Amt Ccy="${currency}">13.57</Amt>${exchange}</${name}></AmtDtls>`;

/** Elements that the load format has no field for, and the text that is made of them. */
const remarks: readonly (readonly [name: string, more: string, text: string | undefined])[] = [
  ['the reason of a return', `${transaction(returned('<Cd>AC06</Cd>'))}`, 'AC06'],
  ['the reason that the bank adds as a text, too', `${transaction(returned('<Cd>AC04</Cd>'))}<AddtlNtryInf>AC04</AddtlNtryInf>`, 'AC04'],
  ['a reason in the bank’s own words', transaction(returned('<Prtry>Account closed</Prtry>')), 'Account closed'],
  [
    'a reason with a text in several parts',
    `${transaction(returned('<Cd>AM05</Cd>', '<AddtlInf>Second collection</AddtlInf><AddtlInf>of 3 November</AddtlInf>'))}<AddtlNtryInf>Return</AddtlNtryInf>`,
    'Return; AM05; Second collection of 3 November',
  ],
  ['a reversal without a reason', `<RvslInd>true</RvslInd>`, 'reversal'],
  ['a reversal with its reason', `<RvslInd>1</RvslInd>${transaction(returned('<Cd>AC06</Cd>'))}`, 'AC06'],
  ['no reversal', '<RvslInd>false</RvslInd>', undefined],
  [
    'what the bank adds to the transaction',
    `${transaction('<AddtlTxInf>Rent</AddtlTxInf>')}<AddtlNtryInf>Order</AddtlNtryInf>`,
    'Order; Rent',
  ],
  ['the same added twice', `${transaction('<AddtlTxInf>Rent</AddtlTxInf>')}<AddtlNtryInf>Rent</AddtlNtryInf>`, 'Rent'],
  ['charges of the transaction', transaction(records('<Amt Ccy="EUR">1.20</Amt>', '<Amt Ccy="EUR">0.3</Amt>')), 'charges 1.50 EUR'],
  [
    'charges in two currencies, some of them given back',
    `${records('<Amt Ccy="EUR">2</Amt><CdtDbtInd>DBIT</CdtDbtInd>', '<Amt Ccy="EUR">0.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>', '<Amt Ccy="JPY">100</Amt>')}`,
    'charges 1.50 EUR; charges 100 JPY',
  ],
  [
    'charges of the entry, which its transaction repeats',
    `${records('<Amt Ccy="EUR">1.50</Amt>')}${transaction(records('<Amt Ccy="EUR">1.50</Amt>'))}`,
    'charges 1.50 EUR',
  ],
  ['a charge as in version 02', transaction('<Chrgs><Amt Ccy="EUR">1.50</Amt></Chrgs>'), 'charges 1.50 EUR'],
  ['the sum of charges alone', '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.50</TtlChrgsAndTaxAmt></Chrgs>', 'charges 1.50 EUR'],
  [
    'charges that cannot be read, or of zero',
    records('<Amt Ccy="EUR">1,50</Amt>', '<Amt Ccy="EUR">0.00</Amt>', '<Amt>1.00</Amt>'),
    undefined,
  ],
  ['an amount in another currency', transaction(`<AmtDtls>${money('InstdAmt', '13.5', 'USD')}</AmtDtls>`), 'original amount 13.50 USD'],
  [
    'the instructed one of several such amounts',
    transaction(`<AmtDtls>${money('InstdAmt', '13.57', 'USD')}${money('TxAmt', '11.00', 'GBP')}</AmtDtls>`),
    'original amount 13.57 USD',
  ],
  [
    'amounts in the currency of the entry',
    transaction(`<AmtDtls>${money('InstdAmt', '11.00')}${money('TxAmt', '12.50')}</AmtDtls>`),
    undefined,
  ],
  ['the day of the purchase', transaction('<RltdDts><TxDtTm>2026-11-24T23:30:00Z</TxDtTm></RltdDts>'), 'transaction date 2026-11-25'],
  ['a transaction of the booking day', transaction(`<RltdDts><TxDtTm>${day}T10:00:00</TxDtTm></RltdDts>`), undefined],
  ['a transaction of the value day', transaction(`<RltdDts><TxDtTm>${valueDay}T10:00:00</TxDtTm></RltdDts>`), undefined],
  ['a day that does not exist', transaction('<RltdDts><TxDtTm>2026-11-31T10:00:00</TxDtTm></RltdDts>'), undefined],
  [
    'a rate without the currency of its unit or the day of its quotation',
    transaction(exchanged('InstdAmt', 'USD', '<CcyXchg><SrcCcy>USD</SrcCcy><XchgRate>0.9213</XchgRate></CcyXchg>')),
    'original amount 13.57 USD; exchange rate 0.9213 USD to EUR',
  ],
  [
    'the same rate at the entry and at its transaction',
    `<AmtDtls><TxAmt><Amt Ccy="EUR">12.50</Amt>${rate()}</TxAmt></AmtDtls>${transaction(exchanged('TxAmt', 'EUR', rate()))}`,
    'exchange rate 0.9213 USD to EUR',
  ],
  [
    'everything at once',
    `<RvslInd>true</RvslInd>${transaction(
      `<AmtDtls>${money('InstdAmt', '13.57', 'USD')}</AmtDtls>${records('<Amt Ccy="EUR">1</Amt>')}<RltdDts><TxDtTm>2026-11-20T10:00:00</TxDtTm></RltdDts>${returned('<Cd>AC06</Cd>')}<AddtlTxInf>Rent</AddtlTxInf>`,
    )}<AddtlNtryInf>Order</AddtlNtryInf>`,
    'Order; Rent; AC06; charges 1.00 EUR; original amount 13.57 USD; transaction date 2026-11-20',
  ],
];

describe('an entry of a loaded statement', () => {
  it.each(remarks)('has in additionalInformation %s', (_, more, text) => {
    expect(factsOf(entryWith(more)).additionalInformation).toBe(text);
  });

  const complete = {
    sourceCurrency: 'USD',
    targetCurrency: 'EUR',
    unitCurrency: 'USD',
    exchangeRate: '0.9213',
    // 25 November 22:30 UTC.
    quotationDate: '2026-11-26',
  };
  it.each(['InstdAmt', 'TxAmt', 'CntrValAmt', 'AnncdPstngAmt', 'PrtryAmt'])('has the exchange rate of its %s', (name) => {
    const unit = '<UnitCcy>USD</UnitCcy>';
    for (const [currency, more, contract] of [
      ['EUR', `<TrgtCcy>EUR</TrgtCcy>${unit}`, {}],
      ['EUR', unit, {}],
      ['USD', unit, {}],
      ['EUR', `${unit}<CtrctId>FX-1</CtrctId>`, { contractIdentification: 'FX-1' }],
    ] as const) {
      const details = exchanged(name, currency, rate(more));
      const expected = [{ ...complete, ...contract }];
      expect(factsOf(entryWith(transaction(details))).currencyExchange).toEqual(expected);
      expect(factsOf(entryWith(details)).currencyExchange).toEqual(expected);
    }
  });

  it.each(['', '<SrcCcy>US</SrcCcy>', '<SrcCcy>USD</SrcCcy><XchgRate>1e3</XchgRate>', '<SrcCcy>USD</SrcCcy><XchgRate>-1</XchgRate>'])(
    'has no exchange rate of what cannot be read: %s',
    (content) => {
      const facts = factsOf(entryWith(transaction(exchanged('TxAmt', 'EUR', `<CcyXchg>${content}</CcyXchg>`))));
      expect([facts.currencyExchange, facts.additionalInformation]).toEqual([undefined, undefined]);
    },
  );

  it('has free text of several elements with a space between them, and none after a full one', () => {
    const textOf = (...parts: string[]): string | undefined =>
      factsOf(entryWith(transaction(`<RmtInf>${parts.map((part) => `<Ustrd>${part}</Ustrd>`).join('')}</RmtInf>`))).remittanceUnstructured;
    expect(textOf('NR XXXX 1234 MUSTERSTADT DE', 'KAUFUMSATZ')).toBe('NR XXXX 1234 MUSTERSTADT DE KAUFUMSATZ');
    expect(textOf('a'.repeat(140), 'b')).toBe(`${'a'.repeat(140)}b`);
    expect(textOf('a'.repeat(139), 'ש\u05c1', 'b')).toBe(`${'a'.repeat(139)}ש\u05c1 b`);
  });

  const batches = {
    TxAmt: (amount: string) => `<AmtDtls>${money('TxAmt', amount)}</AmtDtls>`,
    InstdAmt: (amount: string) => `<AmtDtls>${money('InstdAmt', amount)}</AmtDtls>`,
    'no amount': () => '<Refs><EndToEndId>E</EndToEndId></Refs>',
  };
  it.each(versions.flatMap((version) => Object.keys(batches).map((kind) => [version, kind as keyof typeof batches] as const)))(
    'is in camt.053.001.%s a batch, where several transactions have %s',
    (version, kind) => {
      const [first, second] = ['8.00', '4.50'].map((amount) => `<TxDtls>${batches[kind](amount)}</TxDtls>`);
      const facts = factsOf(entryWith(`<NtryDtls>${first!}${second!}</NtryDtls>`), version);
      expect(facts).toMatchObject({ additionalInformation: '2 transactions', remittanceUnstructured: undefined, endToEndId: undefined });
      expect(factsOf(entryWith(`<NtryDtls>${first!}</NtryDtls>`), version).additionalInformation).toBeUndefined();
    },
  );
});
