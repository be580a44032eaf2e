import { Decimal } from './decimal.js';
import { Fraction } from './fraction.js';

/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string;

/** Whole months and the days left over; a day counts as the part of `yearLength` that it is. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly yearLength: number;
}

const partsOf = (day: Day) => day.split('-').map(Number) as [year: number, month: number, day: number];
const numberOf = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const monthOf = (day: Day) => {
  const [year, month] = partsOf(day);
  return year * 12 + month;
};

export const dayOfMonth = (day: Day): number => partsOf(day)[2];

/** Days from one day to a later one. */
export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from);

/** So many months later, on `wanted` day of the month, or on the last day of a month that has no such day. */
export function monthsLater(day: Day, months: number, wanted = dayOfMonth(day)): Day {
  const [year, month] = partsOf(day);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(wanted, last))).toISOString().slice(0, 10);
}

/**
 * The time from one day to a later one, as Directive 2014/17/EU Annex I, remark c asks: whole months counted backwards
 * from the later day, then days, over the length of the year that ends where the days end. From the last day of a month
 * to the last of another are whole months, also where the months differ in length.
 */
export function intervalBetween(from: Day, to: Day): Interval {
  let months = monthOf(to) - monthOf(from);
  if (monthsLater(from, months) === to) return { months, days: 0, yearLength: 365 };
  if (monthsLater(to, -months) < from) months -= 1;
  const end = monthsLater(to, -months);
  return { months, days: daysBetween(from, end), yearLength: daysBetween(monthsLater(end, -12), end) };
}

/** The same as a fraction of a year, nothing rounded. */
export const partOfYear = ({ months, days, yearLength }: Interval): Fraction =>
  Fraction.ratio(months * yearLength + 12 * days, 12 * yearLength);

export const yearsOf = ({ months, days, yearLength }: Interval): Decimal =>
  new Decimal(months).div(12).plus(new Decimal(days).div(yearLength));

/** When instalments fall due, and how long each period is. */
export interface Calendar {
  readonly drawdown: Day;
  readonly firstPayment: Day;
  readonly periodInMonths: number;
  /** From drawdown to the first payment; every other period is a whole one. */
  readonly firstPeriod: Interval;
}

export const calendarOf = (drawdown: Day, firstPayment: Day, periodInMonths: number): Calendar => ({
  drawdown,
  firstPayment,
  periodInMonths,
  firstPeriod: intervalBetween(drawdown, firstPayment),
});

/** The day of the n-th instalment. Drawn on the 31st means due on the last day of each month, not on the 28th ever after February. */
export function dueDay({ drawdown, firstPayment, periodInMonths }: Calendar, number: number): Day {
  const whole = monthsLater(drawdown, monthOf(firstPayment) - monthOf(drawdown)) === firstPayment;
  return monthsLater(firstPayment, (number - 1) * periodInMonths, dayOfMonth(whole ? drawdown : firstPayment));
}

/** Years from the drawdown to the n-th instalment: equal months, whatever their days. */
export const yearsUntil = ({ firstPeriod, periodInMonths }: Calendar, number: number): number =>
  yearsOf(firstPeriod)
    .plus(new Decimal((number - 1) * periodInMonths).div(12))
    .toNumber();
