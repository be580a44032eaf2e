import { periodFaults, unsupportedFaults, type BankDay } from '@open-banking/http';
import { daysAfter, isDate, type Fault } from '@open-banking/messages';
import type { CardTransactionsQuery } from './transactions.messages.js';

type Days = Pick<CardTransactionsQuery, 'dateTo' | 'valueDateFrom' | 'valueDateTo'>;

/**
 * The first day by default: 90 days before the last day, which may lie in the future. With a filter by value date, all stored days, as a
 * purchase is booked up to a month before its statement is debited.
 */
export function firstDay({ dateTo, valueDateFrom, valueDateTo }: Days, today: string): string {
  if (valueDateFrom !== undefined || valueDateTo !== undefined) return '-infinity';
  return daysAfter(dateTo !== undefined && dateTo < today ? dateTo : today, -90);
}

/** The requested value dates, inclusive. */
export const valueDatesOf = ({ valueDateFrom = '-infinity', valueDateTo = 'infinity' }: Days): [from: string, to: string] => [
  valueDateFrom,
  valueDateTo,
];

export const cardTransactionsFaults = (query: CardTransactionsQuery, day: BankDay): Fault[] => [
  ...unsupportedFaults(query),
  ...periodFaults(query, day),
  ...valueDateFaults(query),
];

/** Value dates may lie in the future, so only dates that do not exist and empty periods are refused. */
function valueDateFaults({ valueDateFrom, valueDateTo }: Days): Fault[] {
  const fault = (path: string, text: string): Fault => ({ code: 'PERIOD_INVALID', path, text });
  const faults = Object.entries({ valueDateFrom, valueDateTo })
    .filter(([, value]) => value !== undefined && !isDate(value))
    .map(([name]) => fault(name, 'Must be a day that exists, as YYYY-MM-DD.'));
  if (faults.length > 0 || valueDateFrom === undefined || valueDateTo === undefined || valueDateFrom <= valueDateTo) return faults;
  return [fault('valueDateFrom', `The first value date is after the last, ${valueDateTo}.`)];
}
