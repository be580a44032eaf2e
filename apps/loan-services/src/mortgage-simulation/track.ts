import { Decimal } from './exact.js';

export type InterestType = 'fixed' | 'variable' | 'indexed';
export type RepaymentMethod = 'annuity' | 'equalPrincipal' | 'interestOnly' | 'balloon';

/** Rates are parts of one a year: 4.25 per cent is 0.0425. */
export interface RateStep { readonly fromMonth: number; readonly annualRate: Decimal }

/** One part of a mortgage with terms of its own. */
export interface Track {
  readonly name: string;
  readonly amount: Decimal;
  readonly interestType: InterestType;
  readonly annualRate: Decimal;
  /** What the simulation assumes of the index: points a year for a variable rate, growth of what is owed for an indexed track. */
  readonly indexChange: Decimal;
  readonly termInMonths: number;
  readonly repaymentMethod: RepaymentMethod;
  readonly balloon: Decimal;
  readonly graceInMonths: number;
  readonly rateSteps: readonly RateStep[];
}

/** The yearly rate in a month of the loan, counted from 1. It never falls below zero. */
export function rateIn(track: Track, month: number): Decimal {
  const step = track.rateSteps.findLast(({ fromMonth }) => fromMonth <= month);
  const stated = step?.annualRate ?? track.annualRate;
  const moved = track.interestType === 'variable' ? stated.plus(track.indexChange.times(Math.floor((month - 1) / 12))) : stated;
  return Decimal.max(moved, 0);
}

/** What one unit owed at drawdown has become by the index after so many years; 1 where nothing is indexed. */
export const indexedBy = (track: Track, years: Decimal): Decimal =>
  track.interestType === 'indexed' && !track.indexChange.isZero() ? track.indexChange.plus(1).pow(years) : new Decimal(1);

/** The same track with every rate so much higher. */
export const stressedBy = (track: Track, increase: Decimal): Track => ({
  ...track,
  annualRate: track.annualRate.plus(increase),
  rateSteps: track.rateSteps.map((step) => ({ ...step, annualRate: step.annualRate.plus(increase) })),
});
