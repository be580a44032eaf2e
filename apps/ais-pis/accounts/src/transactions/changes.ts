import type { Fault } from '@open-banking/messages';
import type { TransactionsQuery } from './transactions.messages.js';

/**
 * How far a reader has followed an account: the key of the last entry booked (its day, and its reference within the day), and the number of
 * the last change of what is pending. Each rises in the order in which changes are committed.
 */
export type ChangePosition = readonly [day: string, reference: string, change: string];

/** Before everything that was booked from a day on, or after an entry; nothing that is pending has been seen. */
export const beforeAll = (day: string, reference = ''): ChangePosition => [day, reference, '-1'];

export type ListOfReport = 'removed' | 'pending' | 'booked';
/** The key of an entry within a report, whose pages run through its lists in this order. */
export type PlaceInReport = readonly [list: string, day: string, reference: string];

type Query = Pick<TransactionsQuery, 'bookingStatus' | 'entryReferenceFrom' | 'deltaList' | 'dateFrom' | 'dateTo' | 'cursor'>;

export const asksForChanges = ({ entryReferenceFrom, deltaList }: Query): boolean =>
  entryReferenceFrom !== undefined || deltaList === 'true';

/** What is no longer pending comes first: who applies the lists in their order has each transaction once, whatever became of it. */
export const listsOf = ({ bookingStatus }: Query): readonly ListOfReport[] => {
  if (bookingStatus === 'booked') return ['booked'];
  return bookingStatus === 'pending' ? ['removed', 'pending'] : ['removed', 'pending', 'booked'];
};

/** Combinations of parameters of which one would have to be ignored. */
export function changesFaults(query: Query): Fault[] {
  const { bookingStatus, entryReferenceFrom, deltaList, dateFrom, dateTo } = query;
  const afterEntry = entryReferenceFrom !== undefined;
  const rules: readonly [broken: boolean, path: string, text: string][] = [
    [
      afterEntry && deltaList === 'true',
      'deltaList',
      'entryReferenceFrom and deltaList are two ways to ask for changes: send one of them.',
    ],
    [afterEntry && dateFrom !== undefined, 'dateFrom', 'The list begins after the entry of entryReferenceFrom: leave dateFrom out.'],
    [dateTo !== undefined, 'dateTo', 'A list of changes goes up to now: leave dateTo out.'],
    [
      afterEntry && bookingStatus === 'pending',
      'bookingStatus',
      'Pending entries have no place in the order of booking: ask for booked, both or all after an entry, or use deltaList.',
    ],
    [bookingStatus === 'information', 'bookingStatus', 'Changes are listed of booked and pending entries: booked, pending, both or all.'],
  ];
  return rules.filter(([broken]) => broken).map(([, path, text]) => ({ code: 'PARAMETER_NOT_CONSISTENT', path, text }));
}
