import { type Decimal, sum } from './decimal.js';
import { feesWith, type Fee } from './fees.js';
import { dueDay, type Calendar, type Day } from './interval.js';
import type { Instalment } from './repayment.js';

/** One payment of the whole loan, with all tracks and fees. `instalment` is the amount the borrower pays that day. */
export interface Row extends Instalment {
  readonly number: number;
  readonly date: Day;
  readonly fees: Decimal;
  readonly instalment: Decimal;
}

const columns = ['interest', 'principal', 'indexation'] as const;

/** Adds up tracks of different terms; a repaid track adds nothing. */
export function scheduleOf(tracks: readonly (readonly Instalment[])[], fees: readonly Fee[], calendar: Calendar): Row[] {
  const count = Math.max(...tracks.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => {
    const due = tracks.flatMap((instalments) => instalments[at] ?? []);
    const total = (column: keyof Instalment) => sum(due.map((instalment) => instalment[column]));
    const charged = feesWith(fees, at + 1, count, calendar.periodInMonths);
    return {
      number: at + 1,
      date: dueDay(calendar, at + 1),
      opening: total('opening'),
      interest: total('interest'),
      principal: total('principal'),
      indexation: total('indexation'),
      fees: charged,
      instalment: sum([charged, ...columns.map(total)]),
      closing: total('closing'),
    };
  });
}

/** One row per year of the loan, dated by its last payment. */
export function byYear(rows: readonly Row[], periodInMonths: number): Row[] {
  const perYear = 12 / periodInMonths;
  const years = Array.from({ length: Math.ceil(rows.length / perYear) }, (_, year) => rows.slice(year * perYear, (year + 1) * perYear));
  return years.map((year, at) => {
    const [first, last] = [year[0]!, year.at(-1)!];
    const total = (column: 'interest' | 'principal' | 'indexation' | 'fees' | 'instalment') => sum(year.map((row) => row[column]));
    return {
      number: at + 1,
      date: last.date,
      opening: first.opening,
      interest: total('interest'),
      principal: total('principal'),
      indexation: total('indexation'),
      fees: total('fees'),
      instalment: total('instalment'),
      closing: last.closing,
    };
  });
}
