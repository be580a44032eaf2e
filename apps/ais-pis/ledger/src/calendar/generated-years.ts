import { daysAfter } from '@open-banking/messages/dates';

/** A day by rule: without business, or one on which business ends at `endsAt` (`HH:MM`). */
export interface RuleDay {
  readonly currency: string;
  /** ISO 8601. */
  readonly day: string;
  readonly name: string;
  readonly endsAt?: string;
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Easter Sunday of a Gregorian year (the anonymous computus, as published by Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const [golden, century, inCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - lunar + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sinceMarch = epact + weekday - 7 * correction + 114;
  return isoDay(Date.UTC(year, Math.floor(sinceMarch / 31) - 1, (sinceMarch % 31) + 1));
}

/** Days from the epoch of the Hebrew calendar to the first day of a year: the mean new moon with the postponements of the calendar. */
function elapsedDays(hebrewYear: number): number {
  const months = Math.floor((235 * hebrewYear - 234) / 19);
  const parts = 12_084 + 13_753 * months;
  const day = 29 * months + Math.floor(parts / 25_920);
  return (3 * (day + 1)) % 7 < 3 ? day + 1 : day;
}

/** 1 Tishri: postponed further where a year would otherwise have 356 or 382 days. */
function newYearDays(hebrewYear: number): number {
  const [before, own, after] = [elapsedDays(hebrewYear - 1), elapsedDays(hebrewYear), elapsedDays(hebrewYear + 1)];
  if (after - own === 356) return own + 2;
  return own - before === 382 ? own + 1 : own;
}

/** 1 Tishri 5784 was 16 September 2023. */
const anchor = { year: 5784, day: '2023-09-16' };

/** Rosh Hashanah, 1 Tishri of a Hebrew year. */
export const roshHashanah = (hebrewYear: number): string => daysAfter(anchor.day, newYearDays(hebrewYear) - newYearDays(anchor.year));

/** Passover, 15 Nisan: the months from Nisan to Elul have 177 days, whatever the year. */
const passover = (hebrewYear: number): string => daysAfter(roshHashanah(hebrewYear + 1), -163);

/**
 * Independence Day, 5 Iyar, as its law moves it: from a Friday or Saturday to the Thursday before, from a Monday to Tuesday
 * (Independence Day Law 1949, as amended in 2004).
 */
function independenceDay(hebrewYear: number): string {
  const fifth = daysAfter(passover(hebrewYear), 20);
  const moved: Readonly<Record<number, number>> = { 1: 1, 5: -1, 6: -2 };
  return daysAfter(fifth, moved[weekdayOf(fifth)] ?? 0);
}

/** The fast of 9 Av begins a day later where it would be a Saturday. */
function tishaBAv(hebrewYear: number): string {
  const ninth = daysAfter(passover(hebrewYear), 112);
  return weekdayOf(ninth) === 6 ? daysAfter(ninth, 1) : ninth;
}

/** End of the business day on Fridays and on the eves of seven holidays (Proper Conduct of Banking Business Directive 402). */
export const shortDayEnd = '14:00';

type NamedDay = readonly [name: string, day: string];

/** Directive 402: days that are no banking business days, besides Saturdays and days that are rest days by another law. */
function shekelHolidays(hebrewYear: number): { readonly closed: readonly NamedDay[]; readonly withShortEve: readonly NamedDay[] } {
  const [newYear, nisan15] = [roshHashanah(hebrewYear), passover(hebrewYear)];
  const withShortEve: NamedDay[] = [
    ['Rosh Hashanah', newYear],
    ['Sukkot', daysAfter(newYear, 14)],
    ['Shemini Atzeret', daysAfter(newYear, 21)],
    ['Passover', nisan15],
    ['Seventh day of Passover', daysAfter(nisan15, 6)],
    ['Independence Day', independenceDay(hebrewYear)],
    ['Shavuot', daysAfter(nisan15, 50)],
  ];
  const closed: NamedDay[] = [
    ...withShortEve,
    ['Rosh Hashanah, second day', daysAfter(newYear, 1)],
    ['Eve of Yom Kippur', daysAfter(newYear, 8)],
    ['Yom Kippur', daysAfter(newYear, 9)],
    ['Purim', daysAfter(nisan15, -30)],
    ["Tisha B'Av", tishaBAv(hebrewYear)],
  ];
  return { closed, withShortEve };
}

function shekelDays(year: number): RuleDay[] {
  // A Gregorian year has days of two Hebrew years.
  const days = [year + 3760, year + 3761].map(shekelHolidays).flatMap(({ closed, withShortEve }): RuleDay[] => [
    ...closed.map(([name, day]) => ({ currency: 'ILS', day, name })),
    ...withShortEve.map(([name, day]) => ({
      currency: 'ILS',
      day: daysAfter(day, -1),
      name: `Eve of ${name.replace('Seventh', 'the seventh')}`,
      endsAt: shortDayEnd,
    })),
  ]);
  return days.filter(({ day }) => day.startsWith(`${year}-`));
}

/** The closing days of T2 besides Saturdays and Sundays (ECB, "TARGET Services calendar"). */
function euroDays(year: number): RuleDay[] {
  const easter = easterSunday(year);
  const days: NamedDay[] = [
    ["New Year's Day", `${year}-01-01`],
    ['Good Friday', daysAfter(easter, -2)],
    ['Easter Monday', daysAfter(easter, 1)],
    ['Labour Day', `${year}-05-01`],
    ['Christmas Day', `${year}-12-25`],
    ['Christmas Holiday', `${year}-12-26`],
  ];
  return days.map(([name, day]) => ({ currency: 'EUR', day, name }));
}

/** The years of these currencies follow from a rule, so that their calendar never ends. */
export const currenciesByRule: readonly string[] = ['EUR', 'ILS'];

/** The holidays and short days of a calendar year in which rules know them, in the order of their days. */
export const daysByRule = (year: number): RuleDay[] =>
  [...euroDays(year), ...shekelDays(year)].toSorted((one, other) => one.day.localeCompare(other.day));

/** The year of a day. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));
