import { operations, windows, type LimitClass, type Window } from '@open-banking/spec';
import type { RequestCountRow } from './requests.statements.js';

/** How much of a limit is used in the present window: of the operation of its class that has used most. */
export interface UsedLimit {
  readonly limits: LimitClass | 'token';
  readonly window: Window;
  readonly used: number;
  readonly limit: number;
  readonly operation: string;
}

export interface DayCount {
  /** `2026-11-23`, UTC. */
  readonly day: string;
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
}

/** The usage of a client: what is left of its limits now, and its requests by day. */
export interface ClientUsage {
  readonly limits: readonly UsedLimit[];
  readonly days: readonly DayCount[];
}

export type LimitsInForce = (operation: string) => readonly { readonly name: string; readonly limit: number }[];

const dayMs = 86_400_000;
export const shownDays = 7;
/** A second is over before anybody looks. */
const shownWindows = ['minute', 'hour', 'day'] as const satisfies readonly Window[];

export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last seven days, the oldest first, those without requests too. */
export function dayCounts(rows: readonly RequestCountRow[], nowMs: number): DayCount[] {
  return Array.from({ length: shownDays }, (_, index) => {
    const day = utcDay(nowMs - (shownDays - 1 - index) * dayMs);
    const of = rows.filter((row) => row.day === day);
    const sum = (pick: (row: RequestCountRow) => number): number => of.reduce((total, row) => total + pick(row), 0);
    const [refused, failed] = [sum((row) => row.refused), sum((row) => row.failed)];
    return { day, answered: sum((row) => row.requests) - refused - failed, refused, failed };
  });
}

/**
 * Each class of limit with its windows. Limits count by operation, so a class shows the operation that is nearest to its limit. A window
 * that ended since the last request is unused. The service that counted has said what was left, whatever it counts in.
 */
export function usedLimits(rows: readonly RequestCountRow[], limitsOf: LimitsInForce, nowMs: number): UsedLimit[] {
  const all = rows.flatMap((row) => usedBy(row, limitsOf, nowMs));
  const byWindow = Map.groupBy(all, ({ limits, window }) => `${limits} ${window}`);
  return [...byWindow.values()].map((of) => of.reduce((most, one) => (one.used / one.limit > most.used / most.limit ? one : most)));
}

function usedBy({ operation, limits, limitsAt }: RequestCountRow, limitsOf: LimitsInForce, nowMs: number): UsedLimit[] {
  if (limits === null || limitsAt === null) return [];
  const ofClass = operations.find(({ id }) => id === operation)?.limits ?? 'token';
  const left = new Map(limits.split(', ').map((part) => part.split(' ') as [string, string]));
  return shownWindows.flatMap((window) => {
    const limit = limitsOf(operation).find(({ name }) => name === window)?.limit;
    const remaining = left.get(window);
    if (limit === undefined || remaining === undefined) return [];
    const windowMs = windows[window] * 1_000;
    const isPresent = Math.floor(limitsAt.getTime() / windowMs) === Math.floor(nowMs / windowMs);
    return [{ limits: ofClass, window, used: isPresent ? Math.max(0, limit - Number(remaining)) : 0, limit, operation }];
  });
}
