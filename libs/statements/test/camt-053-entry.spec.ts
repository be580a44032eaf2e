import { writtenEntry } from './a-camt-statement.js';

const eur = (amount: string) => ({ currency: 'EUR', amount });
const inside = (xml: string, name: string): string | undefined => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1];
const partsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text]) => text!);

describe('an entry that was converted', () => {
  const exchange = { sourceCurrency: 'USD', targetCurrency: 'EUR', unitCurrency: 'USD', exchangeRate: '0.92', quotationDate: '2026-11-20' };

  it('has its rate with the amount of the purchase, or else with its own', async () => {
    const rate =
      '<CcyXchg><SrcCcy>USD</SrcCcy><TrgtCcy>EUR</TrgtCcy><UnitCcy>USD</UnitCcy><XchgRate>0.92</XchgRate><CtrctId>FX-1</CtrctId>' +
      '<QtnDt>2026-11-20T00:00:00+02:00</QtnDt></CcyXchg>';
    const currencyExchange = [{ ...exchange, contractIdentification: 'FX-1' }];
    expect(inside(await writtenEntry({ currencyExchange }), 'AmtDtls')).toBe(`<TxAmt><Amt Ccy="EUR">1.50</Amt>${rate}</TxAmt>`);
    const abroad = { originalAmount: { currency: 'USD', amount: '-1.63' }, currencyExchange };
    expect(inside(await writtenEntry(abroad), 'AmtDtls')).toBe(`<InstdAmt><Amt Ccy="USD">1.63</Amt>${rate}</InstdAmt>`);
    expect(await writtenEntry({})).not.toContain('AmtDtls');
  });

  it('has each further rate, and the total of a purchase in instalments', async () => {
    const currencyExchange = [exchange, { sourceCurrency: 'EUR', exchangeRate: '4.01' }];
    const amounts = inside(await writtenEntry({ currencyExchange, grandTotalAmount: eur('9.00') }), 'AmtDtls')!;
    expect(partsOf(amounts, 'XchgRate')).toEqual(['0.92', '4.01']);
    expect(amounts).toMatch(/<PrtryAmt><Tp>GRAND_TOTAL<\/Tp><Amt Ccy="EUR">9\.00<\/Amt><\/PrtryAmt>$/);
  });

  it.each([
    ['1', '1'],
    ['0.0000123456', '0.0000123456'],
    ['0.00001234567', '0.0000123457'],
    ['1234.56789012', '1234.5678901'],
    ['123456789012', undefined],
    ['1e3', undefined],
  ])('states the rate %s as %s, with at most the eleven digits of the schema', async (exchangeRate, stated) => {
    const amounts = await writtenEntry({ currencyExchange: [{ ...exchange, exchangeRate }] });
    expect(inside(amounts, 'XchgRate')).toBe(stated);
    expect(amounts.includes('<AmtDtls>')).toBe(stated !== undefined);
  });
});

describe('a purchase by card', () => {
  const cardUse = {
    transactionId: 'C1',
    day: '2026-11-20',
    acceptedAt: '2026-11-20T08:15:00Z',
    terminalId: 'T-77',
    merchantCategoryCode: '5942',
  };

  it('has its day, its terminal, the category of the merchant and the fee that is in its amount', async () => {
    const charges = [{ amount: eur('0.04'), type: 'MARKUP_FEE', percentage: '2.5' }];
    const xml = await writtenEntry({ cardUse, charges, creditorName: 'Books', merchantId: 'M1', merchantPhone: '+1 617 555' });
    expect(inside(xml, 'Chrgs')).toBe(
      '<Rcrd><Amt Ccy="EUR">0.04</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd><Tp><Prtry><Id>MARKUP_FEE</Id></Prtry></Tp><Rate>2.5</Rate></Rcrd>',
    );
    expect(inside(xml, 'RltdDts')).toBe('<TxDtTm>2026-11-20T10:15:00+02:00</TxDtTm>');
    expect(inside(xml, 'CardTx')).toBe(
      '<POI><Id><Id>T-77</Id></Id></POI><Tx><Indv><TxCtgy>5942</TxCtgy><TxId><TxDtTm>2026-11-20T10:15:00+02:00</TxDtTm><TxRef>C1</TxRef></TxId></Indv></Tx>',
    );
    expect(inside(xml, 'Cdtr')).toBe(
      '<Pty><Nm>Books</Nm><Id><OrgId><Othr><Id>M1</Id></Othr></OrgId></Id><CtctDtls><Othr><ChanlTp>PHON</ChanlTp><Id>+1 617 555</Id></Othr></CtctDtls></Pty>',
    );
    const refund = await writtenEntry({ charges, merchantId: 'M1', transactionAmount: eur('1.50'), debtorName: 'Books' });
    expect(inside(refund, 'Rcrd')).toContain('<CdtDbtInd>CRDT</CdtDbtInd>');
    expect(inside(refund, 'Dbtr')).toContain('<Id>M1</Id>');
  });

  it('is of the day on which the card was used, also where the terminal was on another day than the bank', async () => {
    const xml = await writtenEntry({ cardUse: { ...cardUse, acceptedAt: '2026-11-21T03:00:00Z' } });
    expect(partsOf(xml, 'TxDtTm')).toEqual(['2026-11-20T00:00:00+02:00', '2026-11-21T05:00:00+02:00']);
  });
});

describe('an entry that reverses an earlier one', () => {
  const marks = async (bankTransactionCode: string, additionalInformation: string) => {
    const xml = await writtenEntry({ bankTransactionCode, additionalInformation });
    expect(inside(xml, 'AddtlNtryInf')).toBe(additionalInformation);
    return [inside(xml, 'RvslInd'), inside(xml, 'RtrInf')];
  };

  it.each([
    ['PMNT-RCDT-RRTN', 'AC04', 'AC04'],
    ['PMNT-ICDT-RRTN', 'Returned by the other bank; AC06', 'AC06'],
    ['PMNT-RDDT-UPDD', 'NARR; see letter', 'NARR'],
    ['PMNT-RDDT-UPDD', 'MS03', 'MS03'],
  ])('says so, with its reason: %s "%s"', async (code, information, reason) => {
    expect(await marks(code, information)).toEqual(['true', `<Rsn><Cd>${reason}</Cd></Rsn>`]);
  });

  it('has no reason where none is noted, and no other entry has either', async () => {
    expect(await marks('PMNT-RCDT-RRTN', 'Returned')).toEqual(['true', undefined]);
    expect(await marks('PMNT-RCDT-ESCT', 'AC04')).toEqual([undefined, undefined]);
  });
});

describe('a text that is longer than its element', () => {
  // A letter with three marks, a family of seven code points, two flags, and a syllable of three parts.
  const characters = ['e\u0301\u0323\u0304', '👨‍👩‍👧‍👦', '🇮🇱🇩🇪', 'ש\u05C1\u05B8', '각'];
  const clusters = (text: string): string[] => [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment);

  it.each(characters)('goes on in a further Ustrd between two characters, and says the same: %s', async (character) => {
    for (let before = 130; before <= 140; before += 1) {
      const text = `${'a'.repeat(before)}${character}${'b'.repeat(150)}`;
      const parts = partsOf(await writtenEntry({ remittanceInformationUnstructured: text }), 'Ustrd');
      expect(parts.join('')).toBe(text);
      expect(parts.flatMap(clusters)).toEqual(clusters(text));
      expect(Math.max(...parts.map((part) => [...part].length))).toBeLessThanOrEqual(140);
    }
  });

  it.each(characters)('is cut between two characters: %s', async (character) => {
    for (let before = 130; before <= 140; before += 1) {
      const text = `${'a'.repeat(before)}${character}${'b'.repeat(20)}`;
      const name = inside(inside(await writtenEntry({ creditorName: text }), 'Cdtr')!, 'Nm')!;
      expect(clusters(text).slice(0, clusters(name).length)).toEqual(clusters(name));
      expect([...name].length).toBeGreaterThan(129);
    }
  });
});
