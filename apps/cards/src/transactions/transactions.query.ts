import { periodFaults, unsupportedFaults, type BankDay } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import type { CardTransactionsQuery } from './transactions.messages.js';

/** Dates are optional here: the last 90 days (messages.md §5). */
export const defaultDays = 90;

export const cardTransactionsFaults = (query: CardTransactionsQuery, day: BankDay): Fault[] =>
  [...unsupportedFaults(query), ...periodFaults(query, day)];
