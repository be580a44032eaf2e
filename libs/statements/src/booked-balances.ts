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
  /** Whether its first page begins with the oldest entry, or with the newest. */
  readonly order: 'oldestFirst' | 'newestFirst';
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * The balances before and after the booked entries of a page, each entry with the balance after it: opening + entries = closing on each page.
 * Where another page has older or newer entries, the balance is one between the two. `atEnd`: the balance at the end of the period, for a
 * page without booked entries.
 */
export function bookedBalances(booked: readonly BookedEntry[], atEnd: Amount | undefined, part: PartOfPeriod): CamtBalance[] {
  const { from, to, order, isFirst, isLast } = part;
  const ends = [booked[0], booked.at(-1)];
  const [oldest, newest] = order === 'oldestFirst' ? ends : ends.toReversed();
  const [hasOldest, hasNewest] = order === 'oldestFirst' ? [isFirst, isLast] : [isLast, isFirst];
  const openedOn = hasOldest ? (from ?? oldest?.bookingDate) : (oldest?.bookingDate ?? from);
  return [
    ...(openedOn === undefined
      ? []
      : [{ type: 'OPBD', intermediate: !hasOldest, amount: oldest ? beforeEntry(oldest) : atEnd!, date: openedOn } as const]),
    {
      type: 'CLBD',
      intermediate: !hasNewest,
      amount: newest ? afterEntry(newest) : atEnd!,
      date: hasNewest ? to : (newest?.bookingDate ?? to),
    },
  ];
}

const afterEntry = ({ balanceAfterTransaction }: BookedEntry): Amount => balanceAfterTransaction!.balanceAmount;
const beforeEntry = (entry: BookedEntry): Amount => difference(afterEntry(entry), entry.transactionAmount);

function difference({ currency, amount }: Amount, other: Amount): Amount {
  const result = new Decimal(amount).minus(other.amount);
  return { currency, amount: result.toFixed(Math.max(minorUnits(currency), result.decimalPlaces())) };
}
