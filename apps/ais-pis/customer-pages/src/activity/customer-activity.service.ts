import { Injectable } from '@nestjs/common';
import { distinctionsOf, type Distinction } from '@open-banking/ais-pis-consents';
import { BankClock, Database } from '@open-banking/database';
import { daysAfter } from '@open-banking/messages';
import { gapsOfDay, neighbouringDays } from '../receipts/customer-receipts.statements.js';
import { activityKind, type ActivityKind } from './activity-kinds.js';
import { activityByDay, activityOfDay, activityWindow, servicesNamed, type ActivityRow, type DayRow } from './activity.statements.js';

/** The most leaves that one page reads. A leaf holds the activity of one service in about a second. */
const pageLeaves = 1_000;
/** The most leaves of a day that its bar counts. */
export const barLeaves = 200;
export const chartDays = 30;

/** The activity of one service in one hour. */
export interface ActivityGroup {
  readonly clientId: string;
  readonly clientName: string;
  readonly hour: Date;
  readonly lines: readonly ActivityLine[];
}

/** A service of the filter. */
export interface ActiveService {
  readonly clientId: string;
  readonly name: string;
  /** Distinguishes it from others of the same name. */
  readonly distinction?: Distinction | undefined;
}

export interface ActivityLine {
  readonly kind: ActivityKind;
  readonly times: number;
  readonly first: Date;
  readonly last: Date;
}

export interface DayOfChart {
  readonly day: string;
  readonly times: number;
  /** The day may have more activity than was counted. */
  readonly isCapped: boolean;
}

export interface ActivityOfDay {
  readonly day: string;
  readonly groups: readonly ActivityGroup[];
  readonly days: readonly DayOfChart[];
  /** The services of these days, by name. */
  readonly services: readonly ActiveService[];
  readonly before: string | null;
  readonly after: string | null;
  /** `before` in the address of the next page of the day. Absent on the last page. */
  readonly next?: number;
  /** A part of the records of the day is lost. */
  readonly isLost: boolean;
}

export interface ActivityQuery {
  /** Absent: the newest day with activity. */
  readonly day?: string | undefined;
  readonly clientId?: string | undefined;
  /** The index of the last leaf on the page before. */
  readonly before?: number | undefined;
}

/** Finds the activity of a customer's services. The work for a page is bounded, whatever the number of receipts. */
@Injectable()
export class CustomerActivityService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async find(psuId: string, { day: asked, clientId, before = Number.MAX_SAFE_INTEGER }: ActivityQuery): Promise<ActivityOfDay> {
    const to = this.clock.dayOf(new Date());
    const from = daysAfter(to, 1 - chartDays);
    const rows = await this.database.rows(activityByDay, psuId, from, to, barLeaves);
    const ofService = rows.filter((row) => clientId === undefined || row.clientId === clientId);
    const day = asked ?? ofService.at(-1)?.day ?? to;
    const [done, next, neighbours, gaps] = await Promise.all([
      this.database.rows(activityOfDay, psuId, day, before, pageLeaves, clientId ?? null, this.clock.timeZone),
      this.nextPlace(psuId, day, before),
      clientId === undefined ? this.database.row(neighbouringDays, psuId, day) : neighboursIn(ofService, day),
      this.database.rows(gapsOfDay, day, Number.MAX_SAFE_INTEGER),
    ]);
    const services = await this.servicesOf([...rows, ...done]);
    return {
      day,
      groups: groupsOf(done, services),
      days: daysOf(from, rows, ofService),
      services: services.toSorted((one, other) => one.name.localeCompare(other.name)),
      ...(neighbours ?? { before: null, after: null }),
      ...next,
      isLost: gaps.length > 0,
    };
  }

  private async nextPlace(psuId: string, day: string, before: number): Promise<Pick<ActivityOfDay, 'next'>> {
    const window = await this.database.row(activityWindow, psuId, day, before, pageLeaves);
    return window?.leaves === pageLeaves && window.last !== null ? { next: window.last } : {};
  }

  /** A client that no longer exists is named by its id. */
  private async servicesOf(rows: readonly { readonly clientId: string }[]): Promise<ActiveService[]> {
    const ids = [...new Set(rows.map(({ clientId }) => clientId))];
    const known = await this.database.rows(servicesNamed, ids);
    const distinctions = distinctionsOf(known, (instant) => this.clock.dayOf(instant));
    return ids.map((clientId) => ({
      clientId,
      name: known.find((one) => one.clientId === clientId)?.clientName ?? clientId,
      distinction: distinctions.get(clientId),
    }));
  }
}

function neighboursIn(rows: readonly DayRow[], day: string): { before: string | null; after: string | null } {
  const days = rows.map((row) => row.day);
  return { before: days.findLast((one) => one < day) ?? null, after: days.find((one) => one > day) ?? null };
}

/** One bar for each day. A day is capped if the leaves of all its services reach the limit, even where the bar shows one service. */
function daysOf(from: string, all: readonly DayRow[], shown: readonly DayRow[]): DayOfChart[] {
  const sum = (rows: readonly DayRow[], day: string, of: 'times' | 'leaves'): number =>
    rows.filter((row) => row.day === day).reduce((total, row) => total + row[of], 0);
  return Array.from({ length: chartDays }, (_, index) => {
    const day = daysAfter(from, index);
    return { day, times: sum(shown, day, 'times'), isCapped: sum(all, day, 'leaves') >= barLeaves };
  });
}

/** Groups by service and hour, the newest first. Operations of the same kind share a line. */
function groupsOf(rows: readonly ActivityRow[], services: readonly ActiveService[]): ActivityGroup[] {
  const groups = new Map<string, ActivityGroup & { readonly lines: ActivityLine[] }>();
  for (const { clientId, hour, operation, times, first, last } of rows) {
    const key = `${hour.getTime()} ${clientId}`;
    const clientName = services.find((one) => one.clientId === clientId)?.name ?? clientId;
    const group = groups.get(key) ?? { clientId, clientName, hour, lines: [] };
    groups.set(key, group);
    const line = { kind: activityKind(operation), times, first, last };
    const at = group.lines.findIndex(({ kind }) => kind === line.kind);
    if (at < 0) group.lines.push(line);
    else group.lines[at] = joined(group.lines[at]!, line);
  }
  return [...groups.values()];
}

const joined = (one: ActivityLine, other: ActivityLine): ActivityLine => ({
  kind: one.kind,
  times: one.times + other.times,
  first: one.first < other.first ? one.first : other.first,
  last: one.last > other.last ? one.last : other.last,
});
