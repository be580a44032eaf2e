import type { AvailabilityReport, ReportDay } from './report.js';

/** The columns of the file, in order, with the field each one holds. A value that is not known is empty. */
const columns = {
  day: 'day',
  class: 'productClass',
  observed_seconds: 'observedSeconds',
  uptime_seconds: 'uptimeSeconds',
  downtime_seconds: 'downtimeSeconds',
  planned_downtime_seconds: 'plannedDowntimeSeconds',
  uptime_percent: 'uptimePercent',
  requests: 'requests',
  errors: 'errors',
  error_percent: 'errorPercent',
  mean_ms: 'meanMs',
  p95_ms: 'p95Ms',
} as const satisfies Readonly<Record<string, keyof ReportDay>>;

/** The daily figures as CSV (RFC 4180). No value needs quotes: they are days, groups and numbers. */
export const reportCsv = ({ days }: AvailabilityReport): string =>
  [Object.keys(columns), ...days.map((day) => Object.values(columns).map((field) => String(day[field] ?? '')))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
