import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a request may wait in all for others: PostgreSQL, other services. With the usual limit of a statement, and the wait below, it stays
 * under two seconds; where statements may run longer, it waits for them.
 */
export const requestBudgetMs = (statementTimeoutMs = 0): number => Math.max(1_500, statementTimeoutMs + 300);
/** A healthy peer answers within this. A request that is old, but goes on, is not cut off by its age alone. */
const minMs = 400;

/** What a read from a standby must show. */
export interface StandbyPermission {
  /** The full id of the last transaction whose changes it must contain; 0: of none. */
  readonly lastChange: number;
}

interface Budget {
  readonly endsAt: number;
  readonly statements?: string[];
  standby?: StandbyPermission;
}

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Runs a request: whatever it waits for shares these milliseconds. Work without a budget waits as long as each wait allows.
 * The names of the statements it runs are added to `statements`.
 */
export const withTimeBudget = <T>(ms: number, work: () => T, statements?: string[]): T =>
  budgets.run({ endsAt: performance.now() + ms, statements }, work);

/** Runs what several requests share: it belongs to none of them, neither to its time nor to its trace. */
export const outsideRequests = AsyncLocalStorage.snapshot();

/** Adds a statement to those of the request that runs it, where they are collected. */
export const noteStatement = (name: string): void => {
  budgets.getStore()?.statements?.push(name);
};

/** Whole milliseconds to wait for one answer: at most `maxMs`, and no more than the budget has left, if that is not too little. */
export function waitWithin(maxMs: number): number {
  const budget = budgets.getStore();
  return budget ? Math.min(maxMs, Math.max(minMs, Math.ceil(budget.endsAt - performance.now()))) : maxMs;
}

/** Lets the request that runs read from a standby what its statements allow. Without a request it has no effect. */
export function allowStandby(permission: StandbyPermission): void {
  const budget = budgets.getStore();
  if (budget) budget.standby = permission;
}

/** What the request that runs may read from a standby; undefined: nothing. */
export const standbyPermission = (): StandbyPermission | undefined => budgets.getStore()?.standby;

/** Whether the request that runs still has time; work without a budget always has. */
export const hasTimeLeft = (): boolean => (budgets.getStore()?.endsAt ?? Number.POSITIVE_INFINITY) > performance.now();
