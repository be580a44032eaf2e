import {
  interfaceServices,
  intersection,
  outagesOf,
  performanceOf,
  productClasses,
  roundTo,
  secondsOf,
  servicesOfClass,
  union,
  type AnswerBucket,
  type Performance,
  type ProductClass,
  type Service,
  type Span,
} from '@open-banking/spec';
import { quarterOf } from './quarter.js';
import { readAvailability, type ServiceRecord, type StoredAvailability } from './stored-availability.js';

/** How long a group of operations was up. `downtimeSeconds` includes planned downtime. */
export interface Availability {
  /** The time the figures are about: it begins with the first time the services were ready, and ends now. */
  readonly observedSeconds: number;
  readonly downtimeSeconds: number;
  readonly plannedDowntimeSeconds: number;
  readonly uptimeSeconds: number;
  /** 100 % minus the share of downtime (EBA/GL/2018/07, guideline 2.4(a)). */
  readonly uptimePercent?: number;
}

/** `ALL`: the whole interface, which is down where any part of it is. */
export type ReportedClass = ProductClass | 'ALL';
export interface ReportLine extends Availability, Performance {
  readonly productClass: ReportedClass;
}
export interface ReportDay extends ReportLine {
  readonly day: string;
}

export interface AvailabilityReport {
  readonly quarter: string;
  readonly timeZone: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly createdAt: string;
  /** One line for each day and group for which anything is known. */
  readonly days: readonly ReportDay[];
  /** One line for each group over the whole quarter; none if nothing is known. */
  readonly quarterLines: readonly ReportLine[];
  readonly maintenance: readonly { readonly startsAt: string; readonly endsAt: string; readonly reason: string }[];
}

export const reportedClasses: readonly ReportedClass[] = [...productClasses, 'ALL'];

/** The report of a quarter (`2026Q4`) on the bank with these databases. */
export async function availabilityReport(
  databases: Readonly<Partial<Record<Service, string>>>,
  quarterName: string,
  timeZone: string,
): Promise<AvailabilityReport> {
  const quarter = quarterOf(quarterName);
  if (!quarter) throw new Error(`"${quarterName}" is not a quarter: write the year and the quarter, such as 2026Q4.`);
  const stored = await readAvailability(databases, quarter, timeZone);
  const groups = reportedClasses.map((productClass) => groupOf(productClass, stored));
  const planned = union(stored.maintenance);
  const whole = { from: stored.days[0]!.from, to: stored.days.at(-1)!.to };
  return {
    quarter: quarter.name,
    timeZone,
    firstDay: quarter.firstDay,
    lastDay: quarter.lastDay,
    createdAt: new Date(stored.now).toISOString(),
    days: stored.days.flatMap((day) =>
      groups
        .map((group) => ({ day: day.day, ...reportLine(group, day, planned, day.day) }))
        .filter(({ observedSeconds, requests }) => observedSeconds + requests > 0),
    ),
    quarterLines: groups
      .map((group) => reportLine(group, whole, planned))
      .filter(({ observedSeconds, requests }) => observedSeconds + requests > 0),
    maintenance: stored.maintenance.map(({ from, to, reason }) => ({
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(to).toISOString(),
      reason,
    })),
  };
}

/** What is known of a group: since when its services are, its outages, and its answers by day. */
interface Group {
  readonly productClass: ReportedClass;
  readonly observed: Span;
  readonly outages: readonly Span[];
  readonly answers: readonly (AnswerBucket & { readonly day: string })[];
}

function groupOf(productClass: ReportedClass, { services, now }: StoredAvailability): Group {
  const needed = services.filter(({ service }) =>
    (productClass === 'ALL' ? interfaceServices : servicesOfClass(productClass)).includes(service),
  );
  const begun = needed.flatMap(({ periods }) => periods.map(({ begunAt }) => begunAt));
  return {
    productClass,
    observed: { from: Math.min(now, ...begun), to: now },
    outages: union(needed.flatMap(({ periods }) => outagesOf(periods, now))),
    answers: services.flatMap((record) => answerCounts(productClass, record)),
  };
}

const answerCounts = (productClass: ReportedClass, { answers }: ServiceRecord) =>
  answers.filter((one) => productClass === 'ALL' || one.productClass === productClass);

/** A group's line for this time; `day` restricts its answers to one day. */
function reportLine({ productClass, observed, outages, answers }: Group, time: Span, planned: readonly Span[], day?: string): ReportLine {
  const known = intersection([observed], [time]);
  const down = intersection(outages, known);
  const observedSeconds = secondsOf(known);
  const downtimeSeconds = secondsOf(down);
  return {
    productClass,
    observedSeconds: roundTo(observedSeconds, 1),
    downtimeSeconds: roundTo(downtimeSeconds, 1),
    plannedDowntimeSeconds: roundTo(secondsOf(intersection(down, planned)), 1),
    uptimeSeconds: roundTo(observedSeconds - downtimeSeconds, 1),
    ...(observedSeconds > 0 && { uptimePercent: roundTo(100 - (100 * downtimeSeconds) / observedSeconds, 4) }),
    ...performanceOf(day === undefined ? answers : answers.filter((one) => one.day === day)),
  };
}
