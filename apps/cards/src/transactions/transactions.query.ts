import { periodFaults, unsupportedFaults, type BankDay } from '@open-banking/http';
import { daysAfter, type Fault } from '@open-banking/messages';
import type { CardTransactionsQuery } from './transactions.messages.js';

/** The first day where none is named: 90 days before the last one, which may be named and not be there yet (messages.md §5). */
export const firstDay = ({ dateTo }: { readonly dateTo?: string }, today: string): string =>
  daysAfter(dateTo !== undefined && dateTo < today ? dateTo : today, -90);

export const cardTransactionsFaults = (query: CardTransactionsQuery, day: BankDay): Fault[] =>
  [...unsupportedFaults(query), ...periodFaults(query, day)];
