import type { Queries } from '@open-banking/database';
import { daysAfter } from '@open-banking/messages';
import { currenciesByRule, daysByRule, yearOf, type RuleDay } from './generated-years.js';

/** What a payment product says of its days, besides the calendar of its currency. */
export interface ProductDays {
  readonly product: string;
  /** Weekdays on which the product is closed (Sunday is 0). */
  readonly restDays?: readonly number[];
}

/** Whether business is done in this currency on this day and, where a product is given, by that product. */
export type IsBusinessDay = (currency: string, day: string, product?: ProductDays) => boolean;

/** The calendar as a transaction finds it. */
export interface CurrentCalendar {
  readonly current: (source: Queries) => Promise<BusinessCalendar>;
}

export interface BusinessCalendar {
  readonly isBusinessDay: IsBusinessDay;
  /** When business ends on a short day (`HH:MM`); undefined on any other day. */
  readonly endOfDay: (currency: string, day: string) => string | undefined;
  /** Whether it is a business day in every currency. */
  readonly isBusinessDayForAll: (day: string) => boolean;
}

/** The rows of the calendar. */
export interface CalendarRows {
  /** Weekdays without business (Sunday is 0) or, with `endsAt`, on which business ends then; per currency with a calendar. */
  readonly restDays: readonly { readonly currency: string; readonly weekday: number; readonly endsAt?: string | null }[];
  readonly holidays: readonly { readonly currency: string; readonly day: string }[];
  readonly shortDays?: readonly { readonly currency: string; readonly day: string; readonly endsAt: string }[];
  readonly productRestDays?: readonly { readonly product: string; readonly day: string }[];
  /** Years whose rows are complete: they were loaded, or filled by rule. Other years follow the rule at once. */
  readonly filledYears?: readonly { readonly currency: string; readonly year: number }[];
}

/** No calendar has this many consecutive days without business. */
const maxDaysWithout = 30;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** A currency without rest days of its own has business where all calendars have it, and on none of its own holidays. */
export function businessCalendar(rows: CalendarRows): BusinessCalendar {
  const own = new Set(rows.restDays.map(({ currency }) => currency));
  const followed = (currency: string): readonly string[] => (own.has(currency) ? [currency] : [currency, ...own]);
  const currencies = [...new Set([...own, ...rows.holidays.map(({ currency }) => currency)])];
  const { isClosed, endsAt } = calendarDays(rows);
  const productsClosed = new Set((rows.productRestDays ?? []).map(({ product, day }) => `${product} ${day}`));
  return {
    isBusinessDay: (currency, day, product) =>
      !followed(currency).some((one) => isClosed(one, day)) &&
      !(product && (product.restDays?.includes(weekdayOf(day)) || productsClosed.has(`${product.product} ${day}`))),
    endOfDay: (currency, day) =>
      followed(currency)
        .flatMap((one) => endsAt(one, day) ?? [])
        .toSorted()[0],
    isBusinessDayForAll: (day) => currencies.every((one) => !isClosed(one, day)),
  };
}

/** The days of each currency by itself. */
function calendarDays({ restDays, holidays, shortDays = [], filledYears = [] }: CalendarRows) {
  const off = new Set<string>();
  const short = new Map<string, string>();
  const add = (key: string, ends: string | null | undefined): void => void (ends == null ? off.add(key) : short.set(key, ends));
  for (const { currency, weekday, endsAt } of restDays) add(`${currency} ${weekday}`, endsAt);
  for (const { currency, day } of holidays) add(`${currency} ${day}`, null);
  for (const { currency, day, endsAt } of shortDays) add(`${currency} ${day}`, endsAt);
  const filled = new Set(filledYears.map(({ currency, year }) => `${currency} ${year}`));
  const byRule = rulesByYear();
  const ruled = (currency: string, day: string): RuleDay[] =>
    currenciesByRule.includes(currency) && !filled.has(`${currency} ${yearOf(day)}`) ? byRule(`${currency} ${day}`, yearOf(day)) : [];
  return {
    isClosed: (currency: string, day: string): boolean =>
      off.has(`${currency} ${weekdayOf(day)}`) ||
      off.has(`${currency} ${day}`) ||
      ruled(currency, day).some(({ endsAt }) => endsAt === undefined),
    endsAt: (currency: string, day: string): string | undefined =>
      [short.get(`${currency} ${weekdayOf(day)}`), short.get(`${currency} ${day}`), ...ruled(currency, day).map(({ endsAt }) => endsAt)]
        .filter((ends) => ends !== undefined)
        .toSorted()[0],
  };
}

/** What rules say of a day; each year is computed once. */
function rulesByYear(): (key: string, year: number) => RuleDay[] {
  const years = new Map<number, ReadonlyMap<string, RuleDay[]>>();
  return (key, year) => {
    const known = years.get(year) ?? Map.groupBy(daysByRule(year), ({ currency, day }) => `${currency} ${day}`);
    years.set(year, known);
    return known.get(key) ?? [];
  };
}

/**
 * The business day `count` business days after `day`. If `day` is not a business day, counting starts at the next one (PSD2 art. 78).
 * Throws after more than 30 consecutive days without business: loads and feeds refuse rows that would leave a calendar so.
 */
export function businessDaysAfter(count: number, day: string, isBusinessDay: (day: string) => boolean): string {
  let at = day;
  for (let left = count, without = 0; !isBusinessDay(at) || left > 0;) {
    if (isBusinessDay(at)) [left, without] = [left - 1, 0];
    else if (++without > maxDaysWithout)
      throw new Error(`The calendar has no business day on more than ${maxDaysWithout} consecutive days, up to ${at}`);
    at = daysAfter(at, 1);
  }
  return at;
}
