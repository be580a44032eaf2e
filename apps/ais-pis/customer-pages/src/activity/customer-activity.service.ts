import { Injectable } from '@nestjs/common';
import { BankClock, Database } from '@open-banking/database';
import { gapsOfDay, namesOfClients, neighbouringDays } from '../receipts/customer-receipts.statements.js';
import { activityKind, type ActivityKind } from './activity-kinds.js';
import { activityByDay, activityOfDay, activityWindow, type ActivityRow, type DayRow } from './activity.statements.js';

/** Leaves of one page at most; one holds what one service did in about a second. */
const pageLeaves = 1_000;
/** Leaves of each day at most that its bar counts. */
export const barLeaves = 200;
export const chartDays = 30;
const dayMs = 86_400_000;

/** The activity of one service in one hour. */
export interface ActivityGroup {
  readonly clientId: string;
  readonly clientName: string;
  readonly hour: Date;
  readonly lines: readonly ActivityLine[];
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
  /** There may be more than was counted. */
  readonly isCapped: boolean;
}

export interface ActivityOfDay {
  readonly day: string;
  readonly groups: readonly ActivityGroup[];
  readonly days: readonly DayOfChart[];
  /** The services of these days, by name. */
  readonly services: readonly { readonly clientId: string; readonly name: string }[];
  readonly before: string | null;
  readonly after: string | null;
  /** The `before` of the next page of the day. */
  readonly next?: number;
  /** A part of the records of the day is lost. */
  readonly isLost: boolean;
}

export interface ActivityQuery {
  /** The newest day with activity where it is absent. */
  readonly day?: string | undefined;
  readonly clientId?: string | undefined;
  /** The place of the last leaf that was shown. */
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
    const from = new Date(Date.parse(to) - (chartDays - 1) * dayMs).toISOString().slice(0, 10);
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

  /** A client that is not known any more is called by its id. */
  private async servicesOf(rows: readonly { readonly clientId: string }[]): Promise<{ clientId: string; name: string }[]> {
    const ids = [...new Set(rows.map(({ clientId }) => clientId))];
    const names = await this.database.rows(namesOfClients, ids);
    return ids.map((clientId) => ({ clientId, name: names.find((one) => one.clientId === clientId)?.name ?? clientId }));
  }
}

function neighboursIn(rows: readonly DayRow[], day: string): { before: string | null; after: string | null } {
  const days = rows.map((row) => row.day);
  return { before: days.findLast((one) => one < day) ?? null, after: days.find((one) => one > day) ?? null };
}

/** One bar for each day. A day is capped by its leaves, of whichever services they are. */
function daysOf(from: string, all: readonly DayRow[], shown: readonly DayRow[]): DayOfChart[] {
  const sum = (rows: readonly DayRow[], day: string, of: 'times' | 'leaves'): number =>
    rows.filter((row) => row.day === day).reduce((total, row) => total + row[of], 0);
  return Array.from({ length: chartDays }, (_, index) => {
    const day = new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10);
    return { day, times: sum(shown, day, 'times'), isCapped: sum(all, day, 'leaves') >= barLeaves };
  });
}

/** The newest first; operations that customers call the same are one line. */
function groupsOf(rows: readonly ActivityRow[], services: readonly { clientId: string; name: string }[]): ActivityGroup[] {
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
