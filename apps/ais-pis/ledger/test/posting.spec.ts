import { Money } from '@open-banking/messages';
import { isOfAccount, postingRefusal, totalOf, unbalancedIn, type Leg, type LockedAccount } from '../src/posting.js';

const facts = { bankTransactionCode: 'PMNT-ICDT-ESCT' };
const euro = (amount: string): Leg => ({ accountId: 'euro', amount: Money.of('EUR', amount), facts });

describe('a posting', () => {
  it('must balance within each currency, not across currencies', () => {
    expect(
      unbalancedIn([
        euro('-12.50'),
        euro('-1'),
        { internal: 'CLEARING', amount: Money.of('EUR', '12.50') },
        { internal: 'FEES', amount: Money.of('EUR', '1.00') },
      ]),
    ).toBeUndefined();
    expect(unbalancedIn([euro('-12.50'), { internal: 'CLEARING', amount: Money.of('EUR', '12.49') }])).toBe('EUR');
    expect(unbalancedIn([euro('-12.50'), { internal: 'CLEARING', amount: Money.of('ILS', '12.50') }])).toBe('EUR');
  });

  it("has entries of customers' accounts and of the bank's own", () => {
    const own: Leg = { internal: 'FEES', amount: Money.of('EUR', '1.00') };
    expect([euro('-1.00'), own].map(isOfAccount)).toEqual([true, false]);
    expect(String(totalOf('EUR', [euro('-3.00'), own]))).toBe('-2.00');
  });

  const account = (given: Partial<LockedAccount> = {}): LockedAccount => ({
    accountId: 'a',
    currency: 'EUR',
    status: 'enabled',
    available: '10.00',
    reservedForSubject: '0',
    ...given,
  });

  it.each<[says: string, account: LockedAccount, change: string, returnsFunds: boolean, refusal: string | undefined]>([
    ['has just enough', account(), '-10.00', false, undefined],
    ['has a cent too little', account(), '-10.01', false, 'AM04'],
    ['kept it back for this', account({ available: '0', reservedForSubject: '10.01' }), '-10.01', false, undefined],
    ['is blocked', account({ status: 'blocked' }), '-1', false, 'AC06'],
    ['is blocked and gets money', account({ status: 'blocked' }), '1', false, undefined],
    ['is closed', account({ status: 'deleted' }), '-1', false, 'AC04'],
    ['is closed and gets money', account({ status: 'deleted' }), '1', false, 'AC04'],
    ['is closed and gets its own money back', account({ status: 'deleted' }), '1', true, undefined],
    ['is overdrawn and gets money', account({ available: '-5' }), '1', false, undefined],
  ])('on an account that %s', (_, given, change, returnsFunds, refusal) => {
    expect(postingRefusal(given, Money.of('EUR', change), { returnsFunds })).toBe(refusal);
  });
});
