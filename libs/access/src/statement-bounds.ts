import type { KeysetPage } from './keyset-page.js';

/** The end of a list when its first page is asked for: the key of the last booked entry, and how many entries are pending. */
export interface EndOfList {
  readonly lastDate: string | null;
  readonly lastReference: string | null;
  /** Counted up to one more than are listed. */
  readonly pending: number;
}

/** The period of a statement, and the key of the last entry that was booked when its first page was asked for. */
export type StatementBounds = [from: string, to: string, toDate: string, toReference: string];

/** A page of a statement, which begins with the oldest entry. */
export type StatementPage = KeysetPage<[date: string, reference: string], StatementBounds>;

/** The bounds of the first page. A cursor has those of further pages: they have no `end`. */
export const statementBounds = (from: string, to: string, end: EndOfList | undefined): StatementBounds => [
  from,
  to,
  end?.lastDate ?? from,
  end?.lastReference ?? '',
];
