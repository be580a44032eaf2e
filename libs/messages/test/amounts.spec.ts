import { RequestedAmount, amountFault } from '../src/amount.js';
import { faultsOf } from '../src/validation.js';
import { isCurrency, minorUnits } from '../src/currencies.js';

const told = (currency: string, amount: unknown) => faultsOf(RequestedAmount, { currency, amount });

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
  ])('may be %s %s', (currency, amount) => {
    expect(told(currency, amount)).toEqual([]);
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
    const faults = told(currency, amount);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault.code).toBe('FORMAT_ERROR');
    if (because) expect(faults).toEqual([{ code: 'FORMAT_ERROR', path: '/amount', text: `Does not fit its currency: ${because}.` }]);
  });

  it.each(['ils', 'DEM', 'XXX', 'XAU', 'IL', 'ILSS', ''])('is in a currency in use, not in "%s"', (currency) => {
    expect(told(currency, '1')).toEqual([{ code: 'FORMAT_ERROR', path: '/currency', text: 'Must be a currency code of ISO 4217.' }]);
  });

  it('is reported separately from its currency', () => {
    expect(amountFault({ currency: 'XXX', amount: '1.2345' })).toBeUndefined();
    expect(amountFault({ currency: 'ILS', amount: '-0.01' })).toBeUndefined();
  });
});

describe('a currency', () => {
  it("has the fraction digits of ISO 4217, independent of the runtime's data", () => {
    expect(['JPY', 'ISK', 'ILS', 'EUR', 'HUF', 'IQD', 'KWD', 'CLF'].map(minorUnits)).toEqual([0, 0, 2, 2, 2, 3, 3, 4]);
    expect(['ILS', 'EUR', 'XCG', 'toString'].map(isCurrency)).toEqual([true, true, true, false]);
  });
});
