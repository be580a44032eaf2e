import { minorUnits } from '@open-banking/messages';
import { Decimal } from 'decimal.js';

/** What is owed on a loan as the core system says, decimal strings in one currency. */
export interface Owed {
  readonly currency: string;
  /** With indexation, and with the overdue principal. */
  readonly outstandingPrincipal: string;
  /** Since the last due date, not yet charged. */
  readonly accruedInterest: string;
  /** Overdue instalments with what was added to them; `arrearsInterest` is the part that is not principal. */
  readonly arrears: string;
  readonly arrearsInterest: string;
  /** Per cent of what is repaid before it is due. */
  readonly earlyRepaymentFee: string;
}

/** Everything owed today, without what repaying early costs. */
export const totalOutstanding = ({ outstandingPrincipal, accruedInterest, arrearsInterest }: Owed): Decimal =>
  new Decimal(outstandingPrincipal).plus(accruedInterest).plus(arrearsInterest);

/** The fee is on the principal not yet due: paying what is overdue is not early. */
export function earlyRepaymentFee({ currency, outstandingPrincipal, arrears, arrearsInterest, earlyRepaymentFee: perCent }: Owed): Decimal {
  const overduePrincipal = new Decimal(arrears).minus(arrearsInterest);
  return new Decimal(outstandingPrincipal).minus(overduePrincipal).times(perCent).div(100).toDecimalPlaces(minorUnits(currency), Decimal.ROUND_HALF_UP);
}

/** What closes the loan today. */
export const payoffAmount = (owed: Owed): Decimal => totalOutstanding(owed).plus(earlyRepaymentFee(owed));
