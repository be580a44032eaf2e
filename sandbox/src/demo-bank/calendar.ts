/** A bank day as the number of days since 1970-01-01, which compares and adds. It is converted to text on output. */
export type Day = number;

/** The generated period: everything booked is in `first`..`last`; `until` is the bank's current date, on which nothing is booked yet. */
export interface Period {
  readonly first: Day;
  readonly last: Day;
  readonly until: Day;
}

const dayMs = 86_400_000;
const historyInMonths = 24;
const texts = new Map<Day, string>();

export function dayOf(text: string): Day {
  const day = Date.parse(`${text}T00:00:00Z`) / dayMs;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !Number.isInteger(day) || dateOf(day) !== text) {
    throw new RangeError(`${JSON.stringify(text)} is not a date of the form YYYY-MM-DD.`);
  }
  return day;
}

export function dateOf(day: Day): string {
  let text = texts.get(day);
  if (text === undefined) texts.set(day, (text = new Date(day * dayMs).toISOString().slice(0, 10)));
  return text;
}

/** An instant of that day. From 05:00 to 19:59 UTC it is the same day in Jerusalem, summer and winter. */
export const instantOf = (day: Day, minute: number): string => {
  const minutes = 300 + (minute % 900);
  return `${dateOf(day)}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00Z`;
};

/** The same day of the month `months` later, or the last day of a shorter month. */
export function monthsLater(day: Day, months: number): Day {
  const date = new Date(day * dayMs);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first / dayMs + Math.min(date.getUTCDate(), length) - 1;
}

export const firstOfMonth = (day: Day): Day => day - new Date(day * dayMs).getUTCDate() + 1;

/** The first days of all months that overlap the period. */
export function monthsOf(period: Period): Day[] {
  const months: Day[] = [];
  for (let month = firstOfMonth(period.first); month <= period.until; month = monthsLater(month, 1)) months.push(month);
  return months;
}

/** The given day or the next day from Sunday to Thursday: what the demo bank books by itself goes through Masav, which is closed on Fridays. */
export function businessDay(day: Day): Day {
  const weekday = (day + 4) % 7;
  if (weekday === 5) return day + 2;
  return weekday === 6 ? day + 1 : day;
}

export const isBusinessDay = (day: Day): boolean => businessDay(day) === day;

export function periodUntil(until: string): Period {
  const day = dayOf(until);
  return { first: monthsLater(day, -historyInMonths), last: day - 1, until: day };
}
