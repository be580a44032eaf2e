import { Decimal, Money } from '@open-banking/messages';

/** What is owed on a loan on a day, decimal strings in one currency. */
export interface Owed {
  readonly currency: string;
  /** With indexation, and with the overdue principal. */
  readonly outstandingPrincipal: string;
  /** What the index has added to the principal, paid or not. */
  readonly indexation: string;
  /** Since the last due date, not yet charged. */
  readonly accruedInterest: string;
  /** Overdue instalments with what was added to them; `arrearsInterest` is the part that is not principal. */
  readonly arrears: string;
  readonly arrearsInterest: string;
  /** Per cent of what is repaid before it is due. */
  readonly earlyRepaymentFee: string;
}

/** Rounded before it is added, so that what is shown adds up. */
export const accruedInterest = ({ currency, accruedInterest: exact }: Owed): Decimal => Money.rounded(currency, exact).decimal;

/** With indexation, without what is overdue: that is in the arrears. */
const principalNotDue = ({ outstandingPrincipal, arrears, arrearsInterest }: Owed): Decimal =>
  new Decimal(outstandingPrincipal).minus(arrears).plus(arrearsInterest);

/** The part of the principal not yet due that came from the index: what was paid counts against the amount drawn first. */
export const indexationNotDue = (owed: Owed): Decimal => Decimal.max(0, Decimal.min(owed.indexation, principalNotDue(owed)));

/** The rest of it, as it was drawn. */
export const drawnNotDue = (owed: Owed): Decimal => principalNotDue(owed).minus(indexationNotDue(owed));

/** Everything owed, without what repaying early costs: drawn and not due, indexation, accrued interest and arrears. */
export const totalOutstanding = (owed: Owed): Decimal =>
  new Decimal(owed.outstandingPrincipal).plus(accruedInterest(owed)).plus(owed.arrearsInterest);

/** The fee is on the principal not yet due: paying what is overdue is not early. */
export const earlyRepaymentFee = (owed: Owed): Decimal =>
  Money.rounded(owed.currency, principalNotDue(owed).times(owed.earlyRepaymentFee).div(100)).decimal;

/** What closes the loan today. */
export const payoffAmount = (owed: Owed): Decimal => totalOutstanding(owed).plus(earlyRepaymentFee(owed));
