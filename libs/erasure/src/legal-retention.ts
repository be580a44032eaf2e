import { daysAfter, monthsAfter } from '@open-banking/messages';

/** After every day that something is booked on. */
export const never = '9999-12-31';

/** The day before which entries are no longer kept by law; all of them if the law keeps nothing. */
export const keptFrom = (today: string, legalMonths: number): string =>
  legalMonths === 0 ? never : daysAfter(monthsAfter(today, -legalMonths), 1);

/** The day on which the law stops keeping what was booked on `day`; tomorrow at the earliest. */
export function keptUntil(day: string, today: string, legalMonths: number): string {
  const [end, tomorrow] = [monthsAfter(day, legalMonths), daysAfter(today, 1)];
  return end > tomorrow ? end : tomorrow;
}
