import { Decimal } from './exact.js';
import type { Calendar } from './interval.js';
import { indexedBy, rateIn, type Track } from './track.js';

/**
 * One instalment of one track. Balances and principal are in the money of the drawdown, so the principal column sums to
 * the loan; `indexation` is what the index adds to this principal, and `interest` is on the balance as indexed.
 */
export interface Instalment {
  readonly opening: Decimal;
  readonly interest: Decimal;
  readonly principal: Decimal;
  readonly indexation: Decimal;
  readonly closing: Decimal;
}

/** What is due in a period: interest for it (`first` differs from `rate` in an odd first period), and the periods left. */
interface Period { readonly balance: Decimal; readonly first: Decimal; readonly rate: Decimal; readonly left: number }

/**
 * The level instalment that brings a balance down to a balloon. After an odd first period of interest `first` instead of
 * `rate` the rest are level too: EC-2.1 and EC-18.1 of the reference cases are computed so.
 */
export function levelInstalment({ balance, first, rate, left }: Period, balloon: Decimal): Decimal {
  const discount = rate.plus(1).pow(-1);
  const owed = balance.times(first.plus(1)).minus(balloon.times(discount.pow(left - 1)));
  const due = rate.isZero() ? new Decimal(left) : new Decimal(1).minus(discount.pow(left)).div(new Decimal(1).minus(discount));
  return owed.div(due);
}

/** Principal of each period but the last, which settles the rest. Called in order: a level instalment is kept until the rate changes. */
type PrincipalOf = (period: Period, interest: Decimal) => Decimal;

function level(track: Track, round: (money: Decimal) => Decimal): PrincipalOf {
  let held: { rate: Decimal; instalment: Decimal } | undefined;
  return (period, interest) => {
    if (!held?.rate.eq(period.rate)) held = { rate: period.rate, instalment: round(levelInstalment(period, track.balloon)) };
    const principal = held.instalment.minus(interest);
    // A first period so long that its interest exceeds the level instalment: the interest is paid, the rest is levelled anew.
    if (principal.isNegative()) held = undefined;
    return principal;
  };
}

function principalOf(track: Track, round: (money: Decimal) => Decimal, periods: number): PrincipalOf {
  if (track.repaymentMethod === 'interestOnly') return () => new Decimal(0);
  if (track.repaymentMethod !== 'equalPrincipal') return level(track, round);
  const equal = round(track.amount.div(periods));
  return () => equal;
}

/** All instalments of a track, each rounded half up to the currency's minor unit (`digits`). */
export function repay(track: Track, calendar: Calendar, digits: number): Instalment[] {
  const round = (money: Decimal) => money.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  const { periodInMonths } = calendar;
  const [count, graces] = [track.termInMonths / periodInMonths, track.graceInMonths / periodInMonths];
  const repaid = principalOf(track, round, count - graces);
  const growth = indexedBy(track, new Decimal(periodInMonths).div(12));
  const instalments: Instalment[] = [];
  let [opening, index] = [track.amount, indexedBy(track, calendar.firstYears)];
  for (let number = 1; number <= count; number += 1) {
    const annual = rateIn(track, (number - 1) * periodInMonths + 1);
    const rate = annual.times(periodInMonths).div(12);
    const first = number === 1 ? annual.times(calendar.firstYears) : rate;
    const interest = round(opening.times(first));
    const wanted = number <= graces ? new Decimal(0) : repaid({ balance: opening, first, rate, left: count - number + 1 }, interest);
    const principal = number === count ? opening : Decimal.max(0, Decimal.min(wanted, opening.minus(track.balloon)));
    const closing = opening.minus(principal);
    instalments.push({ opening, interest: round(opening.times(first).times(index)), principal, indexation: round(principal.times(index.minus(1))), closing });
    [opening, index] = [closing, index.times(growth)];
  }
  return instalments;
}
