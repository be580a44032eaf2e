import { Decimal } from './decimal.js';
import type { Calendar } from './interval.js';

export type InterestType = 'fixed' | 'variable' | 'indexed';
export type RepaymentMethod = 'annuity' | 'equalPrincipal' | 'interestOnly' | 'balloon';

/** Rates are yearly fractions: 4.25 per cent is 0.0425. */
export interface RateStep {
  readonly fromMonth: number;
  readonly annualRate: Decimal;
}

/** A part of a mortgage with its own terms. */
export interface Track {
  readonly name: string;
  readonly amount: Decimal;
  readonly interestType: InterestType;
  readonly annualRate: Decimal;
  /** The assumed yearly change of the index: percentage points for a variable rate, growth of the debt for an indexed track. */
  readonly indexChange: Decimal;
  readonly termInMonths: number;
  readonly repaymentMethod: RepaymentMethod;
  readonly balloon: Decimal;
  readonly graceInMonths: number;
  readonly rateSteps: readonly RateStep[];
}

/** The yearly rate in a month of the loan, counted from 1. Never below zero. */
export function rateIn(track: Track, month: number): Decimal {
  const step = track.rateSteps.findLast(({ fromMonth }) => fromMonth <= month);
  const stated = step?.annualRate ?? track.annualRate;
  const moved = track.interestType === 'variable' ? stated.plus(track.indexChange.times(Math.floor((month - 1) / 12))) : stated;
  return Decimal.max(moved, 0);
}

export const isIndexed = ({ interestType, indexChange }: Track): boolean => interestType === 'indexed' && !indexChange.isZero();

/**
 * The indexation factor of the debt at the n-th instalment; 1 without an index. Whole years are integer powers of a year's growth, not
 * products of rounded months.
 */
export function indexOf(
  track: Track,
  { firstPeriod: { months, days, yearLength }, periodInMonths }: Calendar,
): (number: number) => Decimal {
  if (!isIndexed(track)) return () => new Decimal(1);
  const growth = track.indexChange.plus(1);
  const begun = days === 0 ? new Decimal(1) : growth.pow(new Decimal(days).div(yearLength));
  const ofMonths = Array.from({ length: 12 }, (_, month) => growth.pow(new Decimal(month).div(12)));
  return (number) => {
    const passed = months + (number - 1) * periodInMonths;
    return begun.times(growth.pow(Math.floor(passed / 12))).times(ofMonths[passed % 12]!);
  };
}

/** The same track with every rate raised by this much. */
export const stressedBy = (track: Track, increase: Decimal): Track => ({
  ...track,
  annualRate: track.annualRate.plus(increase),
  rateSteps: track.rateSteps.map((step) => ({ ...step, annualRate: step.annualRate.plus(increase) })),
});
