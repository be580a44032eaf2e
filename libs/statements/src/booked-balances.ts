import { Decimal, minorUnits, type Amount, type Balance } from '@open-banking/messages';
import type { CamtBalance } from './camt-053.js';

interface BookedEntry {
  readonly bookingDate?: string;
  readonly transactionAmount: Amount;
  readonly balanceAfterTransaction?: Balance;
}

/** Which part of the period a page has; no first day where the list has none. */
export interface PartOfPeriod {
  readonly from: string | undefined;
  readonly to: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * The balances before and after the booked entries of a page, newest first, each with the balance after it: opening + entries = closing
 * on each page. Where another page goes on, the balance is one between the two. `atEnd`: the balance at the end of the period, for a page
 * without booked entries.
 */
export function bookedBalances(booked: readonly BookedEntry[], atEnd: Amount | undefined, part: PartOfPeriod): CamtBalance[] {
  const [newest, oldest] = [booked[0], booked.at(-1)];
  if (!newest || !oldest) return withoutEntries(atEnd!, part);
  const { from, to, isFirst, isLast } = part;
  const amount = beforeEntry(oldest);
  return [
    isLast
      ? { type: 'OPBD', amount, date: from ?? oldest.bookingDate! }
      : { type: 'OPBD', intermediate: true, amount, date: oldest.bookingDate! },
    isFirst
      ? { type: 'CLBD', amount: afterEntry(newest), date: to }
      : { type: 'CLBD', intermediate: true, amount: afterEntry(newest), date: newest.bookingDate! },
  ];
}

/** The opening balance of a page of pending entries that booked ones follow is not that of the period. */
function withoutEntries(amount: Amount, { from, to, isLast }: PartOfPeriod): CamtBalance[] {
  const closes: CamtBalance = { type: 'CLBD', amount, date: to };
  if (from === undefined) return [closes];
  return [isLast ? { type: 'OPBD', amount, date: from } : { type: 'OPBD', intermediate: true, amount, date: to }, closes];
}

const afterEntry = ({ balanceAfterTransaction }: BookedEntry): Amount => balanceAfterTransaction!.balanceAmount;
const beforeEntry = (entry: BookedEntry): Amount => difference(afterEntry(entry), entry.transactionAmount);

function difference({ currency, amount }: Amount, other: Amount): Amount {
  const result = new Decimal(amount).minus(other.amount);
  return { currency, amount: result.toFixed(Math.max(minorUnits(currency), result.decimalPlaces())) };
}
