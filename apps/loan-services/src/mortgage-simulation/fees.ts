import { type Decimal, sum } from './decimal.js';

export type FeeTiming = 'upfront' | 'perPayment' | 'yearly' | 'atEnd';

export interface Fee {
  readonly type: string;
  readonly amount: Decimal;
  readonly timing: FeeTiming;
  /** The part that is added to the loan instead of being paid at drawdown. */
  readonly financed: boolean;
}

/** The fees at drawdown, paid by the borrower or deducted from the loan. */
export const upfrontFees = (fees: readonly Fee[]): Decimal =>
  sum(fees.filter(({ timing }) => timing === 'upfront').map(({ amount }) => amount));

export const financedFees = (fees: readonly Fee[]): Decimal => sum(fees.filter(({ financed }) => financed).map(({ amount }) => amount));

const dueWith: Record<FeeTiming, (number: number, count: number, periodInMonths: number) => boolean> = {
  upfront: () => false,
  perPayment: () => true,
  // Charged with the instalment that completes a year of the loan; an incomplete last year is free.
  yearly: (number, _, periodInMonths) => (number * periodInMonths) % 12 === 0,
  atEnd: (number, count) => number === count,
};

/** The fees paid with one of `count` instalments. */
export const feesWith = (fees: readonly Fee[], number: number, count: number, periodInMonths: number): Decimal =>
  sum(fees.filter(({ timing }) => dueWith[timing](number, count, periodInMonths)).map(({ amount }) => amount));
