import { refusalOf, sumOf, unbalancedIn, units, type Leg, type LockedAccount } from '../src/ledger/posting.js';

const facts = { bankTransactionCode: 'PMNT-ICDT-ESCT' };
const euro = (amount: string): Leg => ({ accountId: 'euro', amount, facts });
const inEuro = () => 'EUR';

describe('posting', () => {
  it.each([
    ['0.10', '0.20', '0.30'],
    ['-12.5', '12.50', '0.00'],
    ['99999999999999.99', '0.01', '100000000000000.00'],
    ['-0.05', '0.01', '-0.04'],
    ['1', '2.125', '3.125'],
  ])('adds %s and %s to %s', (a, b, sum) => {
    expect(sumOf([a, b])).toBe(sum);
  });

  it.each(['', '1e3', '1,00', '+1', 'NaN', '0.00001'])('does not take "%s" for money', (amount) => {
    expect(() => units(amount)).toThrow('is no amount of money');
    expect(units('1.00000')).toBe(10_000n);
  });

  it('balances within each currency, not over them', () => {
    expect(
      unbalancedIn(
        [
          euro('-12.50'),
          euro('-1'),
          { internal: 'CLEARING', currency: 'EUR', amount: '12.50' },
          { internal: 'FEES', currency: 'EUR', amount: '1.00' },
        ],
        inEuro,
      ),
    ).toBeUndefined();
    expect(unbalancedIn([euro('-12.50'), { internal: 'CLEARING', currency: 'EUR', amount: '12.49' }], inEuro)).toBe('EUR');
    expect(unbalancedIn([euro('-12.50'), { internal: 'CLEARING', currency: 'ILS', amount: '12.50' }], inEuro)).toBe('EUR');
  });

  const account = (given: Partial<LockedAccount> = {}): LockedAccount => ({
    accountId: 'a',
    currency: 'EUR',
    status: 'enabled',
    available: '10.00',
    keptForThis: '0',
    ...given,
  });

  it.each<[says: string, account: LockedAccount, change: string, givenBack: boolean, refusal: string | undefined]>([
    ['has just enough', account(), '-10.00', false, undefined],
    ['has a cent too little', account(), '-10.01', false, 'AM04'],
    ['kept it back for this', account({ available: '0', keptForThis: '10.01' }), '-10.01', false, undefined],
    ['is blocked', account({ status: 'blocked' }), '-1', false, 'AC06'],
    ['is blocked and gets money', account({ status: 'blocked' }), '1', false, undefined],
    ['is closed', account({ status: 'deleted' }), '-1', false, 'AC04'],
    ['is closed and gets money', account({ status: 'deleted' }), '1', false, 'AC04'],
    ['is closed and gets its own money back', account({ status: 'deleted' }), '1', true, undefined],
    ['is overdrawn and gets money', account({ available: '-5' }), '1', false, undefined],
  ])('of an account that %s', (_, given, change, givenBack, refusal) => {
    expect(refusalOf(given, units(change), { givenBack })).toBe(refusal);
  });
});
