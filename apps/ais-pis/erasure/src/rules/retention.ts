import { monthsAfter } from '@open-banking/messages';

/**
 * What was booked before this day is no longer kept as history. The first of a month, so that each account is looked at once a month and
 * not once a day.
 */
export const historyBefore = (today: string, historyMonths: number): string => `${monthsAfter(today, -historyMonths).slice(0, 7)}-01`;

interface Periods {
  /** For which entries are served. */
  readonly served: number;
  readonly legal: number;
  /** 0: for good. */
  readonly history: number;
}

/** Why these periods, in months, contradict each other. */
export function contradiction({ served, legal, history }: Periods): string | undefined {
  if (history === 0) return undefined;
  if (history < served)
    return `HISTORY_RETENTION_MONTHS (${history}) is shorter than HISTORY_MONTHS (${served}): entries without names and texts would be served.`;
  if (history < legal)
    return `HISTORY_RETENTION_MONTHS (${history}) is shorter than LEGAL_RETENTION_MONTHS (${legal}): what the law makes the bank keep would be erased.`;
  return undefined;
}
