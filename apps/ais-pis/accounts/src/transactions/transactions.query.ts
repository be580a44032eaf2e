import { periodFaults, type BankDay } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import { asksForChanges, changesFaults } from './changes.js';
import type { TransactionsQuery } from './transactions.messages.js';

/** Booking statuses that do not require `dateFrom` (messages.md §1). */
const withoutBeginning: readonly string[] = ['pending', 'information'];

export const transactionsFaults = (query: TransactionsQuery, day: BankDay): Fault[] => [
  ...(asksForChanges(query) ? changesFaults(query) : []),
  ...periodFaults(query, day, { required: !asksForChanges(query) && !withoutBeginning.includes(query.bookingStatus) }),
];
