import { Money } from '@open-banking/messages';
import type { ListedEntry } from '@open-banking/statements';

/** An entry of clearing's settlement account, as the bank that owns the account sees it: a debit is negative. */
export interface SettlementEntry {
  /** The payment, transfer or collection. */
  readonly subject: string;
  readonly instructionId?: string;
  readonly endToEndId: string | null;
  readonly amount: Money;
  readonly valueDate: string;
  readonly code: string;
}

/** What a statement is to have wrong, so that a reconciliation finds it: by the ids of payments, transfers and collections. */
export interface StatementFaults {
  readonly leaveOut?: readonly string[];
  readonly double?: readonly string[];
  /** One unit of the currency more. */
  readonly otherAmount?: readonly string[];
  /** A charge of clearing, in each currency with entries. */
  readonly charge?: string;
  /** Closes with so much more than its entries make. */
  readonly closingOff?: string;
}

/** The entries of a day with the faults that were asked for. */
export function withFaults(entries: readonly SettlementEntry[], faults: StatementFaults): SettlementEntry[] {
  const { leaveOut = [], double = [], otherAmount = [] } = faults;
  return entries.flatMap((entry) => {
    if (leaveOut.includes(entry.subject)) return [];
    const changed = otherAmount.includes(entry.subject) ? { ...entry, amount: oneMore(entry.amount) } : entry;
    return double.includes(entry.subject) ? [changed, changed] : [changed];
  });
}

/** The ids of faults that no entry of the day has. */
export function strangeIds(
  entries: readonly SettlementEntry[],
  { leaveOut = [], double = [], otherAmount = [] }: StatementFaults,
): string[] {
  const known = new Set(entries.map(({ subject }) => subject));
  return [...leaveOut, ...double, ...otherAmount].filter((id) => !known.has(id));
}

const oneMore = (amount: Money): Money => {
  const one = Money.of(amount.currency, '1');
  return amount.isNegative ? amount.minus(one) : amount.plus(one);
};

/** References of at most 35 characters (Max35Text): ids stand without their hyphens. */
const short = (id: string): string => id.replaceAll('-', '');

export const listedEntry = (entry: SettlementEntry, at: number, bookingDate: string): ListedEntry => ({
  transactionId: `${bookingDate.replaceAll('-', '')}${entry.amount.currency}${String(at + 1).padStart(8, '0')}`,
  bookingDate,
  valueDate: entry.valueDate,
  transactionAmount: entry.amount.toMessage(),
  ...(entry.instructionId !== undefined && { instructionId: short(entry.instructionId) }),
  endToEndId: entry.endToEndId ?? 'NOTPROVIDED',
  interbankId: short(entry.subject),
  bankTransactionCode: entry.code,
});

export const chargeEntry = (charge: Money, bookingDate: string): ListedEntry => ({
  transactionId: `${bookingDate.replaceAll('-', '')}${charge.currency}CHARGE`,
  bookingDate,
  valueDate: bookingDate,
  transactionAmount: charge.negated().toMessage(),
  bankTransactionCode: 'ACMT-MDOP-CHRG',
});
