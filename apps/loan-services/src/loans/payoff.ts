import { Decimal, Money } from '@open-banking/messages';

/** The debt of a loan on a day; decimal strings in one currency. */
export interface Owed {
  readonly currency: string;
  /** Includes indexation and the overdue principal. */
  readonly outstandingPrincipal: string;
  /** The indexation of the principal, paid or unpaid. */
  readonly indexation: string;
  /** Interest since the last due date, not yet charged. */
  readonly accruedInterest: string;
  /** Overdue instalments with the interest added to them; `arrearsInterest` is the part that is not principal. */
  readonly arrears: string;
  readonly arrearsInterest: string;
  /** In per cent of the principal repaid before it is due. */
  readonly earlyRepaymentFee: string;
}

/** Rounded before it is added, so that the amounts shown add up. */
export const accruedInterest = ({ currency, accruedInterest: exact }: Owed): Decimal => Money.rounded(currency, exact).decimal;

/** Includes indexation, but not the overdue principal, which is part of the arrears. */
const principalNotDue = ({ outstandingPrincipal, arrears, arrearsInterest }: Owed): Decimal =>
  new Decimal(outstandingPrincipal).minus(arrears).plus(arrearsInterest);

/** The part of the principal not yet due that comes from indexation. Payments reduce the drawn amount first. */
export const indexationNotDue = (owed: Owed): Decimal => Decimal.max(0, Decimal.min(owed.indexation, principalNotDue(owed)));

/** The part of the principal not yet due that was drawn. */
export const drawnNotDue = (owed: Owed): Decimal => principalNotDue(owed).minus(indexationNotDue(owed));

/** The whole debt without the early repayment fee: drawn principal not yet due, indexation, accrued interest and arrears. */
export const totalOutstanding = (owed: Owed): Decimal =>
  new Decimal(owed.outstandingPrincipal).plus(accruedInterest(owed)).plus(owed.arrearsInterest);

/** The fee applies to the principal not yet due: paying an overdue amount is not an early repayment. */
export const earlyRepaymentFee = (owed: Owed): Decimal =>
  Money.rounded(owed.currency, principalNotDue(owed).times(owed.earlyRepaymentFee).div(100)).decimal;

/** The amount that closes the loan today. */
export const payoffAmount = (owed: Owed): Decimal => totalOutstanding(owed).plus(earlyRepaymentFee(owed));
