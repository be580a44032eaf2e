import type { ClearingPosting, InstructedPayment, SettledEntries } from '@open-banking/contracts';

/** The bank's side, read page by page over the period. */
export interface BankSide {
  /** The keeper of the books: incoming transfers that the core books are not known here. */
  readonly ledger: 'own' | 'core';
  instructed(): AsyncIterable<readonly InstructedPayment[]>;
  postings(): AsyncIterable<readonly ClearingPosting[]>;
  /** Finds payments of any day, by ids. */
  find(ids: readonly string[]): Promise<SettledEntries>;
}
