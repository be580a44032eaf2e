import { aprc, type Aprc } from './aprc.js';
import { Decimal, sum } from './decimal.js';
import { upfrontFees } from './fees.js';
import { yearsUntil } from './interval.js';
import type { Loan } from './loan.js';
import { repay, type Instalment } from './repayment.js';
import { scheduleOf, type Row } from './schedule.js';
import { stressedBy } from './track.js';

/** The costs of a loan and their schedule. */
export interface Outcome {
  readonly tracks: readonly (readonly Instalment[])[];
  readonly rows: readonly Row[];
  readonly firstInstalment: Decimal;
  readonly highestInstalment: Decimal;
  readonly totalInterest: Decimal;
  readonly totalIndexation: Decimal;
  readonly totalFees: Decimal;
  /** Everything the borrower pays: the instalments, and the fees at drawdown that are not financed. */
  readonly totalAmountPayable: Decimal;
  readonly aprc: Aprc | undefined;
}

export function loanOutcome(loan: Loan): Outcome {
  const tracks = loan.tracks.map((track) => repay(track, loan.calendar, loan.digits));
  const rows = scheduleOf(tracks, loan.fees, loan.calendar);
  const total = (column: 'interest' | 'indexation' | 'fees' | 'instalment') => sum(rows.map((row) => row[column]));
  const paidAtDrawdown = sum(loan.fees.filter(({ timing, financed }) => timing === 'upfront' && !financed).map(({ amount }) => amount));
  return {
    tracks,
    rows,
    firstInstalment: rows[0]!.instalment,
    highestInstalment: Decimal.max(...rows.map(({ instalment }) => instalment)),
    totalInterest: total('interest'),
    totalIndexation: total('indexation'),
    totalFees: total('fees').plus(upfrontFees(loan.fees)),
    totalAmountPayable: total('instalment').plus(paidAtDrawdown),
    aprc: aprcOf(loan, rows),
  };
}

// The annual percentage rate of charge includes all fees and the change of the index that the request assumes.
function aprcOf({ credit, fees, calendar }: Loan, rows: readonly Row[]): Aprc | undefined {
  const received = credit.minus(upfrontFees(fees));
  const paid = rows.map(({ number, instalment }) => ({ years: yearsUntil(calendar, number), amount: -instalment.toNumber() }));
  return aprc([{ years: 0, amount: received.toNumber() }, ...paid]);
}

/** The same loan with higher rates from the first day, on all tracks or on those with a variable rate. */
export const stressedLoan = (loan: Loan, increase: Decimal, appliesTo: 'all' | 'variable'): Loan => ({
  ...loan,
  tracks: loan.tracks.map((track) => (appliesTo === 'all' || track.interestType === 'variable' ? stressedBy(track, increase) : track)),
});
