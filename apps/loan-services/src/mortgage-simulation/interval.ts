import { Decimal } from './decimal.js';
import { Fraction } from './fraction.js';

/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string;

/** Whole months and remaining days; a day counts as 1/`yearLength` of a year. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly yearLength: number;
}

const partsOf = (day: Day) => day.split('-').map(Number) as [year: number, month: number, day: number];
const dayNumber = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const monthOf = (day: Day) => {
  const [year, month] = partsOf(day);
  return year * 12 + month;
};

export const dayOfMonth = (day: Day): number => partsOf(day)[2];

/** The number of days from one day to a later one. */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from);

/** This many months later, on day `wanted` of the month, or on the month's last day if it has no such day. */
export function monthsLater(day: Day, months: number, wanted = dayOfMonth(day)): Day {
  const [year, month] = partsOf(day);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(wanted, last))).toISOString().slice(0, 10);
}

/**
 * The time from one day to a later one, by Directive 2014/17/EU Annex I, remark c: whole months counted backwards from the later day, then
 * days over the length of the year that ends with them. From the last day of one month to the last day of another are whole months, even
 * if the months differ in length.
 */
export function intervalBetween(from: Day, to: Day): Interval {
  let months = monthOf(to) - monthOf(from);
  if (monthsLater(from, months) === to) return { months, days: 0, yearLength: 365 };
  if (monthsLater(to, -months) < from) months -= 1;
  const end = monthsLater(to, -months);
  return { months, days: daysBetween(from, end), yearLength: daysBetween(monthsLater(end, -12), end) };
}

/** The same as an exact fraction of a year. */
export const partOfYear = ({ months, days, yearLength }: Interval): Fraction =>
  Fraction.ratio(months * yearLength + 12 * days, 12 * yearLength);

export const yearsOf = ({ months, days, yearLength }: Interval): Decimal =>
  new Decimal(months).div(12).plus(new Decimal(days).div(yearLength));

/** The due dates of instalments and the length of the periods. */
export interface Calendar {
  readonly drawdown: Day;
  readonly firstPayment: Day;
  readonly periodInMonths: number;
  /** From drawdown to the first payment; all other periods are whole. */
  readonly firstPeriod: Interval;
}

export const calendarOf = (drawdown: Day, firstPayment: Day, periodInMonths: number): Calendar => ({
  drawdown,
  firstPayment,
  periodInMonths,
  firstPeriod: intervalBetween(drawdown, firstPayment),
});

/** The due date of the n-th instalment. A loan drawn on the 31st is due on the last day of each month, not on the 28th from February on. */
export function dueDay({ drawdown, firstPayment, periodInMonths }: Calendar, number: number): Day {
  const whole = monthsLater(drawdown, monthOf(firstPayment) - monthOf(drawdown)) === firstPayment;
  return monthsLater(firstPayment, (number - 1) * periodInMonths, dayOfMonth(whole ? drawdown : firstPayment));
}

/** The years from the drawdown to the n-th instalment, in months of equal length. */
export const yearsUntil = ({ firstPeriod, periodInMonths }: Calendar, number: number): number =>
  yearsOf(firstPeriod)
    .plus(new Decimal((number - 1) * periodInMonths).div(12))
    .toNumber();
