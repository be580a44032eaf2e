import { bankDay, bankDayBegin, bankDayEnd, bankTime } from '@open-banking/messages';

export interface PeriodOfStatement {
  /** First and last day as asked for, in the bank's time zone; no first day where the list has none. */
  readonly from: string | undefined;
  readonly to: string;
  readonly createdAt: Date;
  readonly timeZone: string;
}

/** Whether a day of the bank is over when a statement is made. */
export const isOver = (day: string, { createdAt, timeZone }: Pick<PeriodOfStatement, 'createdAt' | 'timeZone'>): boolean =>
  bankDayEnd(day, timeZone) <= createdAt;

/** The last day that a statement can speak of: none after the day on which it is made. */
export function lastDayOf({ to, createdAt, timeZone }: PeriodOfStatement): string {
  const today = bankDay(createdAt.toISOString(), timeZone)!;
  return to < today ? to : today;
}

/** Begin and end of the period, as XML Schema writes times: it ends when the statement is made, where its last day is not over. */
export function timesOf(period: PeriodOfStatement & { readonly from: string }): readonly [begin: string, end: string] {
  const { from, createdAt, timeZone } = period;
  const last = lastDayOf(period);
  const end = isOver(last, period) ? bankDayEnd(last, timeZone) : createdAt;
  return [seconds(bankDayBegin(from < last ? from : last, timeZone), timeZone), seconds(end, timeZone)];
}

const seconds = (instant: Date, timeZone: string): string => bankTime(instant, timeZone).replace('.000', '');
