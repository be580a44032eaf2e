import { Decimal, Money } from '@open-banking/messages';
import { GroupFunds, type PostingToDecide } from '../src/posting-group.js';
import type { Leg, LockedAccount } from '../src/posting.js';

const facts = { bankTransactionCode: 'PMNT-ICDT-ESCT' };
const euro = (amount: string): Money => Money.of('EUR', amount);
const leg = (accountId: string, amount: string): Leg => ({ accountId, amount: euro(amount), facts });
const account = (accountId: string, available: string, status: LockedAccount['status'] = 'enabled') =>
  [accountId, { accountId, currency: 'EUR', status, available }] as const;

const fundsOfGroup = (): GroupFunds =>
  new GroupFunds(
    new Map([account('a', '10.00'), account('b', '5.00'), account('blocked', '100', 'blocked')]),
    new Map([['held', { accountId: 'a', amount: new Decimal('4.00') }]]),
  );
const transfer = (from: string, to: string, amount: string, given: Partial<PostingToDecide> = {}): PostingToDecide => ({
  subject: 'transfer',
  legs: [leg(from, `-${amount}`), leg(to, amount)],
  ...given,
});
/** The account can pay this amount, and not a cent more. */
function expectAvailable(funds: GroupFunds, accountId: string, amount: string): void {
  expect(funds.copy().reserve(accountId, euro(amount))).toBeUndefined();
  expect(funds.copy().reserve(accountId, euro(amount).plus(euro('0.01')))).toEqual({ refused: 'AM04', accountId });
}

describe('the funds of a group', () => {
  it('are what the postings before have left', () => {
    const funds = fundsOfGroup();
    expect(funds.post(transfer('a', 'b', '10.00'))).toBeUndefined();
    expectAvailable(funds, 'a', '0');
    expectAvailable(funds, 'b', '15.00');
    expect(funds.post(transfer('a', 'b', '0.01'))).toEqual({ refused: 'AM04', accountId: 'a' });
  });

  it('sum all entries of an account in a posting before they judge it', () => {
    const legs = [leg('a', '-12.00'), leg('b', '10.00'), leg('a', '2.00')];
    expect(fundsOfGroup().post({ subject: 's', legs })).toBeUndefined();
    expect(fundsOfGroup().post({ subject: 's', legs: [...legs, leg('a', '-0.01')] })).toEqual({ refused: 'AM04', accountId: 'a' });
  });

  it('are not touched by entries of internal accounts', () => {
    const funds = fundsOfGroup();
    expect(funds.post({ subject: 's', legs: [leg('a', '-3.00'), { internal: 'CLEARING', amount: euro('3.00') }] })).toBeUndefined();
    expectAvailable(funds, 'a', '7.00');
  });

  it('do not change when an account refuses; of several, the first by its id is named', () => {
    const funds = fundsOfGroup();
    expect(funds.post(transfer('blocked', 'a', '1.00'))).toEqual({ refused: 'AC06', accountId: 'blocked' });
    expectAvailable(funds, 'a', '10.00');
    const both: PostingToDecide = {
      subject: 's',
      legs: [leg('blocked', '-1.00'), leg('b', '-5.01'), { internal: 'FEES', amount: euro('6.01') }],
    };
    expect(funds.post(both)).toEqual({ refused: 'AM04', accountId: 'b' });
    expect(funds.post({ ...both, legs: both.legs.toReversed() })).toEqual({ refused: 'AM04', accountId: 'b' });
    expectAvailable(funds, 'b', '5.00');
  });

  it('are reserved once, from what is available', () => {
    const funds = fundsOfGroup();
    expect(funds.reserve('a', euro('6.00'))).toBeUndefined();
    expectAvailable(funds, 'a', '4.00');
    expect(funds.reserve('a', euro('4.01'))).toEqual({ refused: 'AM04', accountId: 'a' });
    expectAvailable(funds, 'a', '4.00');
    expect(funds.reserve('blocked', euro('1.00'))).toEqual({ refused: 'AC06', accountId: 'blocked' });
  });

  it('are available again once a reservation is released, which happens once', () => {
    const funds = fundsOfGroup();
    funds.release('held');
    expectAvailable(funds, 'a', '14.00');
    funds.release('held');
    funds.release('unknown');
    expectAvailable(funds, 'a', '14.00');
  });

  it('include what is reserved for the subject only in a posting that releases it', () => {
    const fromReserved = transfer('a', 'b', '14.00', { subject: 'held', releasesReservation: true });
    expect(fundsOfGroup().post({ ...fromReserved, releasesReservation: false })).toEqual({ refused: 'AM04', accountId: 'a' });
    expect(fundsOfGroup().post(transfer('a', 'b', '14.00', { subject: 'held' }))).toEqual({ refused: 'AM04', accountId: 'a' });
    expect(fundsOfGroup().post({ ...fromReserved, subject: 'another' })).toEqual({ refused: 'AM04', accountId: 'a' });
    const funds = fundsOfGroup();
    expect(funds.post(fromReserved)).toBeUndefined();
    expectAvailable(funds, 'a', '0');
    funds.release('held');
    expectAvailable(funds, 'a', '0');
  });

  it('include in what is left the part of a reservation that its posting does not need', () => {
    const funds = fundsOfGroup();
    funds.post(transfer('a', 'b', '3.00', { subject: 'held', releasesReservation: true }));
    expectAvailable(funds, 'a', '11.00');
  });

  it('keep a reservation that its subject does not release with its posting', () => {
    const funds = fundsOfGroup();
    funds.post(transfer('a', 'b', '1.00', { subject: 'held' }));
    funds.release('held');
    expectAvailable(funds, 'a', '13.00');
  });

  it('are not lent to another account than the one of the reservation', () => {
    const fromOther = transfer('b', 'a', '5.01', { subject: 'held', releasesReservation: true });
    expect(fundsOfGroup().post(fromOther)).toEqual({ refused: 'AM04', accountId: 'b' });
    expect(fundsOfGroup().post(transfer('b', 'a', '5.00', { subject: 'held', releasesReservation: true }))).toBeUndefined();
  });

  it('keep a reservation whose posting is refused', () => {
    const funds = fundsOfGroup();
    expect(funds.post(transfer('a', 'b', '14.01', { subject: 'held', releasesReservation: true }))).toBeDefined();
    funds.release('held');
    expectAvailable(funds, 'a', '14.00');
  });

  it('change in a copy without the original', () => {
    const funds = fundsOfGroup();
    const copy = funds.copy();
    copy.post(transfer('a', 'b', '10.00'));
    copy.release('held');
    expectAvailable(copy, 'a', '4.00');
    expectAvailable(funds, 'a', '10.00');
    funds.release('held');
    expectAvailable(funds, 'a', '14.00');
  });

  it('are of one currency and of known accounts: any other posting is a bug and throws', () => {
    const shekel: PostingToDecide = { subject: 's', legs: [leg('a', '1.00'), { accountId: 'a', amount: Money.of('ILS', '1.00'), facts }] };
    expect(() => fundsOfGroup().post(shekel)).toThrow('books ILS on an account in EUR');
    expect(() => fundsOfGroup().post(transfer('nobody', 'a', '1.00'))).toThrow('an account that does not exist');
    expect(() => fundsOfGroup().reserve('nobody', euro('1.00'))).toThrow('an account that does not exist');
  });
});
