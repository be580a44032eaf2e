import Type from 'typebox';

/** `YYYY-MM-DD`, a day that exists. */
export const IsoDate = Type.String({ format: 'date', examples: ['2026-11-21'] });

/** ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-21T10:15:00Z'] });

/** As `Date.UTC`, for every year: that one takes 1 to 99 for years of the twentieth century. */
const midnight = (year: number, month: number, day: number): Date => new Date(new Date(0).setUTCFullYear(year, month, day));

const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

const wellFormed = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the day exists: 2024-02-30 does not. */
export function isDate(text: string): boolean {
  const [, year, month, day] = wellFormed.exec(text) ?? [];
  if (!year || Number(year) < 1) return false;
  return utcDay(midnight(Number(year), Number(month) - 1, Number(day))) === text;
}

/** PostgreSQL takes offsets below 16 hours; the furthest in use is 14. */
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,30})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;

/** Whether the instant exists and says its offset; a leap second is none (neither PostgreSQL nor Date keeps it). */
export function isInstant(text: string): boolean {
  const [, date] = instant.exec(text) ?? [];
  return date !== undefined && isDate(date) && !Number.isNaN(Date.parse(text));
}

/**
 * The first day that books of this bank can name. A day before it is a default value of a program (0001-01-01) or a slip of the pen; the day
 * numbers of spreadsheets, in which accountants read statements, begin in the same year.
 */
export const firstBookDay = '1900-01-01';
/** The last day on which an amount can begin to count. 9999-12-31 means "no day" in many cores: that is right for the end of a contract only. */
export const lastValueDay = '2999-12-31';

/** Whether a day that exists can be a value day. */
export const isValueDay = (day: string): boolean => day >= firstBookDay && day <= lastValueDay;

/** A day so many days later (or earlier) than another. */
export function daysAfter(date: string, days: number): string {
  return utcDay(new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000));
}

/** The same day so many months later; the last of the month where there is no such day. */
export function monthsAfter(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = midnight(year, month + months, 0).getUTCDate();
  return utcDay(midnight(year, month - 1 + months, Math.min(day, last)));
}
