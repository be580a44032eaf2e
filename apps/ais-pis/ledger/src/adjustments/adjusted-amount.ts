import { amountDigits, amountFault, amountMisfit, Decimal, type Amount } from '@open-banking/messages';

/**
 * Whether an amount takes away the decimals that a balance has beyond its currency. Releases up to 0.2.0 booked loaded amounts such as 12.505 EUR;
 * only an amount with as many decimals corrects them.
 */
export function endsMisfit({ currency, amount }: Amount, booked: string): boolean {
  const after = new Decimal(booked).plus(amount).toFixed();
  const misfits = (balance: string): boolean => amountMisfit(currency, { ...amountDigits(balance), whole: 0 }) !== undefined;
  return misfits(booked) && !misfits(after);
}

/** Why an amount cannot be booked on an account with this balance, as a sentence; undefined where it can. */
export function adjustmentFault(money: Amount, booked: string): string | undefined {
  const { currency, amount } = money;
  const { whole, fraction } = amountDigits(amount);
  const isCorrection = endsMisfit(money, booked);
  const fault = isCorrection ? undefined : amountFault(money);
  if (fault !== undefined) return `The amount does not fit its currency: ${fault}.`;
  const tooLong = amountMisfit(currency, { whole, fraction: isCorrection ? 0 : fraction });
  if (tooLong !== undefined) return `The amount ${tooLong}.`;
  if (new Decimal(amount).isZero()) return 'The amount must not be zero. A negative amount is a debit.';
  const after = new Decimal(booked).plus(amount).toFixed();
  const beyond = amountMisfit(currency, { whole: amountDigits(after).whole, fraction: 0 });
  return beyond === undefined ? undefined : `The amount would make a balance of ${after}, which ${beyond}.`;
}
