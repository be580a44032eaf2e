import type { AvailabilityRecord } from '@open-banking/contracts';
import type { ChartDay } from '@open-banking/pages';
import { intersection, roundTo, secondsOf, union, type Performance, type Span } from '@open-banking/spec';

/** A day or month of a service. Seconds; `downtimeSeconds` includes planned downtime. */
export type HistoryPart = ChartDay & Performance;

/** The last 90 days of a service, the oldest first. */
export interface AvailabilityHistory {
  readonly asOf: string;
  readonly days: readonly HistoryPart[];
  readonly total: Performance;
}

interface IsoSpan {
  readonly from: string;
  readonly to: string;
}
const spanOf = ({ from, to }: IsoSpan): Span => ({ from: Date.parse(from), to: Date.parse(to) });

/** A service's days with the downtime of each, of which a part lies in announced maintenance. */
export function historyOf(
  { now, knownSince, outages, days, total }: AvailabilityRecord,
  maintenance: readonly IsoSpan[],
): AvailabilityHistory {
  const known = knownSince === undefined ? [] : [spanOf({ from: knownSince, to: now })];
  const [down, planned] = [union(outages.map(spanOf)), union(maintenance.map(spanOf))];
  return {
    asOf: now,
    total,
    days: days.map(({ day, from, to, ...performance }) => {
      const observed = intersection(known, [spanOf({ from, to })]);
      const downtime = intersection(down, observed);
      return {
        day,
        ...performance,
        observedSeconds: roundTo(secondsOf(observed), 1),
        downtimeSeconds: roundTo(secondsOf(downtime), 1),
        plannedDowntimeSeconds: roundTo(secondsOf(intersection(downtime, planned)), 1),
      };
    }),
  };
}

/** The days by month, without those of which nothing is known. The mean is that of all answers; a percentile cannot be added up. */
export function monthsOf(days: readonly HistoryPart[]): HistoryPart[] {
  const known = days.filter(({ observedSeconds }) => observedSeconds > 0);
  return [...Map.groupBy(known, ({ day }) => day.slice(0, 7))].map(([month, of]) => {
    const sum = (pick: (day: HistoryPart) => number): number => of.reduce((total, day) => total + pick(day), 0);
    const requests = sum((day) => day.requests);
    const errors = sum((day) => day.errors);
    return {
      day: month,
      requests,
      errors,
      ...(requests > 0 && {
        errorPercent: roundTo((100 * errors) / requests, 4),
        meanMs: roundTo(sum((day) => (day.meanMs ?? 0) * day.requests) / requests, 1),
      }),
      observedSeconds: sum((day) => day.observedSeconds),
      downtimeSeconds: sum((day) => day.downtimeSeconds),
      plannedDowntimeSeconds: sum((day) => day.plannedDowntimeSeconds),
    };
  });
}
