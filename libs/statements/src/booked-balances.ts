import { Decimal, minorUnits, type Amount, type Balance } from '@open-banking/messages';
import type { CamtBalance } from './camt-053.js';

interface BookedEntry {
  readonly bookingDate?: string;
  readonly transactionAmount: Amount;
  readonly balanceAfterTransaction?: Balance;
}

/** The part of the period that a page has; no first day where the list has none. */
export interface PartOfPeriod {
  readonly from: string | undefined;
  readonly to: string;
  /** The end of the period that the first page of its list begins at. */
  readonly order: 'oldestFirst' | 'newestFirst';
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * The balances before and after the booked entries of a page, each entry with the balance after it: on each page opening + entries are
 * closing. Where another page has older or newer entries, the balance is one between the two. `atEnd`: the balance at the end of the
 * period, for a page without booked entries.
 */
export function bookedBalances(booked: readonly BookedEntry[], atEnd: Amount | undefined, part: PartOfPeriod): CamtBalance[] {
  const { from, to, order, isFirst, isLast } = part;
  const isAscending = order === 'oldestFirst';
  const [hasOldest, hasNewest] = isAscending ? [isFirst, isLast] : [isLast, isFirst];
  if (booked.length === 0) return withoutEntries(atEnd!, from, to, hasOldest, hasNewest);
  const [one, other] = [booked[0]!, booked.at(-1)!];
  const [oldest, newest] = isAscending ? [one, other] : [other, one];
  const openedOn = (hasOldest ? from : undefined) ?? oldest.bookingDate!;
  return [
    { type: 'OPBD', intermediate: !hasOldest, amount: beforeEntry(oldest), date: openedOn },
    { type: 'CLBD', intermediate: !hasNewest, amount: afterEntry(newest), date: hasNewest ? to : newest.bookingDate! },
  ];
}

function withoutEntries(amount: Amount, from: string | undefined, to: string, hasOldest: boolean, hasNewest: boolean): CamtBalance[] {
  const closing: CamtBalance = { type: 'CLBD', intermediate: !hasNewest, amount, date: to };
  return from === undefined ? [closing] : [{ type: 'OPBD', intermediate: !hasOldest, amount, date: from }, closing];
}

const afterEntry = ({ balanceAfterTransaction }: BookedEntry): Amount => balanceAfterTransaction!.balanceAmount;
const beforeEntry = (entry: BookedEntry): Amount => difference(afterEntry(entry), entry.transactionAmount);

function difference({ currency, amount }: Amount, other: Amount): Amount {
  const result = new Decimal(amount).minus(other.amount);
  return { currency, amount: result.toFixed(Math.max(minorUnits(currency), result.decimalPlaces())) };
}
