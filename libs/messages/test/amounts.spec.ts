import { Amount, RequestedAmount, amountDigits, amountFault, amountMisfit, amountText, withAmountTexts } from '../src/amount.js';
import { faultsOf } from '../src/validation.js';
import { isCurrency, minorUnits } from '../src/currencies.js';

const faultsIn = (currency: string, amount: unknown) => faultsOf(RequestedAmount, { currency, amount });

describe('a requested amount', () => {
  it.each([
    ['ILS', '1.23'],
    ['EUR', '0.50'],
    ['JPY', '100'],
    ['KWD', '1.234'],
    ['CLF', '1.2345'],
    ['UYW', '9999999999.9999'],
    ['HUF', '1.50'],
    ['ILS', '99999999999999'],
    ['ILS', '999999999999.99'],
    ['ILS', '0.00'],
  ])('may be %s %s', (currency, amount) => {
    expect(faultsIn(currency, amount)).toEqual([]);
  });

  it.each([
    ['ILS', '1.234', 'ILS has 2 fraction digits'],
    ['JPY', '1.0', 'JPY has 0 fraction digits'],
    ['KWD', '1.2345', 'KWD has 3 fraction digits'],
    ['CLF', '1.23456', undefined],
    ['ILS', '-1.00', undefined],
    ['ILS', '+1.00', undefined],
    ['ILS', '1e3', undefined],
    ['ILS', '1,50', undefined],
    ['ILS', '.50', undefined],
    ['ILS', '1.', undefined],
    ['ILS', '01.00', undefined],
    ['ILS', '', undefined],
    ['ILS', ' 1', undefined],
    ['ILS', 1, undefined],
    ['ILS', '١', undefined],
    ['ILS', '999999999999999', 'at most 14 significant digits'],
    ['ILS', '9999999999999.99', 'at most 14 significant digits'],
  ])('is not %s %s', (currency, amount, because) => {
    const faults = faultsIn(currency, amount);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault.code).toBe('FORMAT_ERROR');
    if (because) expect(faults).toEqual([{ code: 'FORMAT_ERROR', path: '/amount', text: `Does not fit its currency: ${because}.` }]);
  });

  it.each(['ils', 'DEM', 'XXX', 'XAU', 'IL', 'ILSS', ''])('is in a currency in use, not in "%s"', (currency) => {
    expect(faultsIn(currency, '1')).toEqual([{ code: 'FORMAT_ERROR', path: '/currency', text: 'Must be a currency code of ISO 4217.' }]);
  });

  it('is reported separately from its currency', () => {
    expect(amountFault({ currency: 'XXX', amount: '1.2345' })).toBeUndefined();
    expect(amountFault({ currency: 'ILS', amount: '-0.01' })).toBeUndefined();
    expect(amountFault({ currency: 'ILS', amount: '-99999999999999' })).toBeUndefined();
    expect(amountFault({ currency: 'ILS', amount: '0.99' })).toBeUndefined();
    expect(amountFault({ currency: 'CLF', amount: '00000000000000.9999' })).toBeUndefined();
    expect(amountFault({ currency: 'ILS', amount: '0999999999999.99' })).toBeUndefined();
  });

  it('has only an amount and a currency, and is not longer than any amount can be', () => {
    expect(faultsOf(RequestedAmount, { currency: 'ILS', amount: '1', factor: 2 })).toMatchObject([{ path: '/factor' }]);
    const texts = (amount: string): (string | undefined)[] => faultsIn('ILS', amount).map(({ text }) => text);
    expect(texts('1'.repeat(20))).toContain('Must have at most 19 characters.');
    expect(texts('1'.repeat(19))).not.toContain('Must have at most 19 characters.');
  });
});

describe('an amount that the bank reports', () => {
  it('may be negative, and is a plain decimal of its currency', () => {
    const faults = (amount: string, more = {}) => faultsOf(Amount, { currency: 'ILS', amount, ...more });
    expect([faults('-120.50'), faults('0')]).toEqual([[], []]);
    for (const amount of ['', '+1', '1e3', '.5', '1.', '123456789012345', '1.23456']) expect(faults(amount)).not.toEqual([]);
    expect(faults('1', { factor: 2 })).not.toEqual([]);
  });
});

describe('an amount from a file, a feed or an operator', () => {
  const misfit = (currency: string, amount: string) => amountMisfit(currency, amountDigits(amount));

  it.each([
    ['EUR', '-12.50'],
    ['EUR', '-12'],
    ['EUR', '-12.5000'],
    ['JPY', '1200.00'],
    ['KWD', '1.234'],
    ['CLF', '0.0001'],
    ['ILS', '0'],
    ['ILS', '000000000000000000001.00'],
    ['ILS', '999999999999.99'],
    ['JPY', '99999999999999'],
    ['CLF', '-9999999999.9999'],
  ])('may be %s %s', (currency, amount) => {
    expect(misfit(currency, amount)).toBeUndefined();
  });

  it.each([
    ['EUR', '-12.505', 'has more than the 2 decimal places of EUR'],
    ['EUR', '-12.50500', 'has more than the 2 decimal places of EUR'],
    ['JPY', '-12.5', 'has more than the 0 decimal places of JPY'],
    ['KWD', '1.2345', 'has more than the 3 decimal places of KWD'],
    ['ILS', '1000000000000.00', 'has more than 14 digits, the 2 decimal places of ILS included'],
    ['ILS', '1000000000000', 'has more than 14 digits, the 2 decimal places of ILS included'],
    ['ILS', '99999999999999999999.99', 'has more than 14 digits, the 2 decimal places of ILS included'],
    ['JPY', '-100000000000000', 'has more than 14 digits, the 0 decimal places of JPY included'],
  ])('is not %s %s', (currency, amount, because) => {
    expect(misfit(currency, amount)).toBe(because);
  });

  it.each([
    ['EUR', '-12', '-12.00'],
    ['EUR', '12.5', '12.50'],
    ['EUR', '12.5000', '12.50'],
    ['EUR', '-12.505', '-12.505'],
    ['EUR', '-12.50500', '-12.505'],
    ['JPY', '1200.00', '1200'],
    ['JPY', '12.5', '12.5'],
    ['KWD', '1', '1.000'],
    ['ILS', '0', '0.00'],
  ])('in %s, %s is shown as %s: in the format of the currency, and never rounded', (currency, amount, shown) => {
    expect(amountText(currency, amount)).toBe(shown);
  });
});

describe('a currency', () => {
  it("has the fraction digits of ISO 4217, independent of the runtime's data", () => {
    expect(['JPY', 'ISK', 'ILS', 'EUR', 'HUF', 'IQD', 'KWD', 'CLF'].map(minorUnits)).toEqual([0, 0, 2, 2, 2, 3, 3, 4]);
    for (const [digits, codes] of [
      [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
      [3, 'BHD IQD JOD KWD LYD OMR TND'],
      [4, 'CLF UYW'],
    ] as const)
      expect([...new Set(codes.split(' ').map(minorUnits))]).toEqual([digits]);
    expect(['ILS', 'EUR', 'XCG', 'toString'].map(isCurrency)).toEqual([true, true, true, false]);
  });

  it('is each of list one that has minor units; of the fund codes only the one that was accepted before', () => {
    expect(['VES', 'VED', 'XAD', 'CLF'].map(isCurrency)).toEqual([true, true, true, true]);
    expect(['VED', 'XAD'].map(minorUnits)).toEqual([2, 2]);
    for (const code of 'BOV CHE CHW COU MXV USN UYI XAU XAG XPD XPT XBA XBB XBC XBD XDR XSU XUA XTS XXX'.split(' '))
      expect(isCurrency(code)).toBe(false);
  });
});

describe('the amounts of a message', () => {
  it('are in the format of their currency, however deep they are; all else stays as it is', () => {
    const note = { text: 'twelve', amount: '12', currency: 12, none: null, many: ['12', 12, true] };
    expect(
      withAmountTexts({
        balance: { currency: 'EUR', amount: '12', type: 'closing' },
        list: [{ inner: { currency: 'JPY', amount: '1200.0' } }, null, 'EUR'],
        noAmount: { currency: 'EUR', amount: 12 },
        noCurrency: { currency: 12, amount: '12' },
        unknown: { currency: 'XXY', amount: '12' },
        note,
      }),
    ).toEqual({
      balance: { currency: 'EUR', amount: '12.00', type: 'closing' },
      list: [{ inner: { currency: 'JPY', amount: '1200' } }, null, 'EUR'],
      noAmount: { currency: 'EUR', amount: 12 },
      noCurrency: { currency: 12, amount: '12' },
      unknown: { currency: 'XXY', amount: '12' },
      note,
    });
    for (const value of ['12', 12, null, undefined, true]) expect(withAmountTexts(value)).toBe(value);
  });

  it('have the digits that count', () => {
    expect(amountDigits('-012.500')).toEqual({ whole: 2, fraction: 1 });
    expect(amountDigits('100')).toEqual({ whole: 3, fraction: 0 });
    expect(amountDigits('10.10')).toEqual({ whole: 2, fraction: 1 });
    expect(amountDigits('0.00')).toEqual({ whole: 0, fraction: 0 });
  });
});
