import type { Day } from './calendar.js';
import { instalmentOf, type Instalment } from './schedule.js';
import type { Minor } from './money.js';

export interface ArrearsEvent {
  readonly day: Day;
  readonly due: Day;
  readonly type: 'instalmentDue' | 'lateInterest' | 'fee' | 'payment';
  readonly amount: Minor;
  readonly after: Minor;
  readonly daysPastDue: number;
}

/** The history of consecutive instalments that were not paid when due. */
export interface Arrears {
  readonly events: readonly ArrearsEvent[];
  /** The numbers of the instalments concerned, and the day they were finally paid. */
  readonly missed: ReadonlySet<number>;
  readonly paidOn?: Day;
  readonly lateInterest: Minor;
  readonly fee: Minor;
}

const lateRatePerCent = 9.5;
const reminderFee: Minor = 3_500;
const reminderAfterDays = 15;

/** `rows` are the missed instalments in order. On `paidOn`, if set, all of them are paid with interest and fees. */
export function arrearsOf(rows: readonly Instalment[], lateDays: readonly Day[], last: Day, paidOn?: Day): Arrears {
  const oldest = rows[0]!.due;
  const end = paidOn ?? last;
  const events: ArrearsEvent[] = [];
  let [after, lateInterest, fee] = [0, 0, 0];
  const add = (day: Day, due: Day, type: ArrearsEvent['type'], amount: Minor): void => {
    after += amount;
    events.push({ day, due, type, amount, after, daysPastDue: day - oldest });
  };
  const steps = [
    ...rows.map((row) => ({ day: row.due, rank: 1, take: () => add(row.due, row.due, 'instalmentDue', instalmentOf(row)) })),
    ...lateDays.map((day) => ({
      day,
      rank: 0,
      take: () => {
        const late = Math.round((after * lateRatePerCent) / 1_200);
        lateInterest += late;
        add(day, oldest, 'lateInterest', late);
      },
    })),
    {
      day: oldest + reminderAfterDays,
      rank: 2,
      take: () => {
        fee = reminderFee;
        add(oldest + reminderAfterDays, oldest, 'fee', fee);
      },
    },
  ]
    .filter(({ day }) => day <= end)
    .sort((a, b) => a.day - b.day || a.rank - b.rank);
  for (const { take } of steps) take();
  if (paidOn !== undefined) add(paidOn, oldest, 'payment', -after);
  return { events, missed: new Set(rows.map(({ number }) => number)), ...(paidOn === undefined ? {} : { paidOn }), lateInterest, fee };
}
