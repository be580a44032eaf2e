import { Decimal } from './decimal.js';
import { Fraction } from './fraction.js';
import { partOfYear, type Calendar } from './interval.js';
import { indexOf, isIndexed, rateIn, type Track } from './track.js';

/**
 * One instalment of one track. Balances and principal are without indexation, so the principal column adds up to the loan. `indexation` is
 * the index's addition to this principal; `interest` is on the indexed balance.
 */
export interface Instalment {
  readonly opening: Decimal;
  readonly interest: Decimal;
  readonly principal: Decimal;
  readonly indexation: Decimal;
  readonly closing: Decimal;
}

/** A period: its length in years (`first` differs from `usual` in an odd first period) and the number of periods left. */
interface Period {
  readonly balance: Decimal;
  readonly annual: Decimal;
  readonly first: Fraction;
  readonly usual: Fraction;
  readonly left: number;
}

/**
 * The level instalment that reduces a balance to the balloon, unrounded. After an odd first period the instalments are level too, as in the
 * reference cases EC-2.1 and EC-18.1.
 */
export function levelInstalment({ balance, annual, first, usual, left }: Period, balloon: Decimal): Fraction {
  const [yearly, one] = [Fraction.of(annual), Fraction.one];
  const rate = yearly.times(usual);
  const grown = rate.plus(one);
  const owed = Fraction.of(balance)
    .times(yearly.times(first).plus(one))
    .times(grown.pow(left - 1))
    .minus(Fraction.of(balloon));
  return rate.isZero ? owed.over(Fraction.ratio(left, 1)) : owed.times(rate).over(grown.pow(left).minus(one));
}

/** The principal of each period but the last, which settles the rest. Called in order: the level instalment stays until the rate changes. */
type PrincipalOf = (period: Period, interest: Decimal) => Decimal;

function level(track: Track, digits: number): PrincipalOf {
  let held: { annual: Decimal; instalment: Decimal } | undefined;
  return (period, interest) => {
    if (!held?.annual.eq(period.annual))
      held = { annual: period.annual, instalment: levelInstalment(period, track.balloon).rounded(digits) };
    const principal = held.instalment.minus(interest);
    // The interest exceeds the level instalment. After a long first period the rest is added to the balance and the instalment stays
    // level. In other periods the difference is at most half a unit: the interest is paid and the level instalment is recomputed.
    if (!principal.isNegative() || period.first.isAbove(period.usual)) return principal;
    held = undefined;
    return new Decimal(0);
  };
}

function principalOf(track: Track, digits: number, periods: number): PrincipalOf {
  if (track.repaymentMethod === 'interestOnly') return () => new Decimal(0);
  if (track.repaymentMethod !== 'equalPrincipal') return level(track, digits);
  const equal = track.amount.div(periods).toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  return () => equal;
}

/** All instalments of a track. Each is rounded half up to the currency's minor unit (`digits`), once, at the end. */
export function repay(track: Track, calendar: Calendar, digits: number): Instalment[] {
  const { periodInMonths } = calendar;
  const [count, graces] = [track.termInMonths / periodInMonths, track.graceInMonths / periodInMonths];
  const repaid = principalOf(track, digits, count - graces);
  const [usual, indexAt] = [Fraction.ratio(periodInMonths, 12), indexOf(track, calendar)];
  const instalments: Instalment[] = [];
  let opening = track.amount;
  for (let number = 1; number <= count; number += 1) {
    const annual = rateIn(track, (number - 1) * periodInMonths + 1);
    const first = number === 1 ? partOfYear(calendar.firstPeriod) : usual;
    const interest = first.times(Fraction.of(opening.times(annual))).rounded(digits);
    const wanted =
      number <= graces ? new Decimal(0) : repaid({ balance: opening, annual, first, usual, left: count - number + 1 }, interest);
    const principal = number === count ? opening : Decimal.min(wanted, opening.minus(track.balloon));
    const [closing, index] = [opening.minus(principal), indexAt(number)];
    instalments.push({
      opening,
      principal,
      closing,
      interest: isIndexed(track) ? inUnits(first.of(opening.times(annual).times(index)), digits) : interest,
      indexation: inUnits(principal.times(index.minus(1)), digits),
    });
    opening = closing;
  }
  return instalments;
}

const inUnits = (money: Decimal, digits: number): Decimal => money.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
