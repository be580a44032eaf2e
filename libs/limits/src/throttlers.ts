import type { ThrottlerOptions } from '@nestjs/throttler';
import {
  issuerRowsOf,
  operations,
  pageRowsOf,
  sandboxRowsOf,
  services,
  signInStep,
  statusRowsOf,
  windows,
  type Operation,
  type Window,
} from '@open-banking/spec';
import { numbersFor, type LimitPlan } from './limit-plan.js';
import type { LimitWindow } from './window-storage.js';

/** The thing that is limited: an operation, or a step of one that is counted by itself. */
export type RateLimited = Pick<Operation, 'id' | 'limits'>;

/** One window of one operation, in the terms of @nestjs/throttler. `ttl` in milliseconds. */
export interface OperationThrottler extends ThrottlerOptions {
  readonly name: string;
  readonly operation: string;
  readonly window: LimitWindow;
}

/** Every row that a client, a customer or an address can be charged for. */
const limitedRows: readonly RateLimited[] = [
  ...operations,
  ...services.flatMap((service) => [...issuerRowsOf(service), ...pageRowsOf(service), ...statusRowsOf(service), ...sandboxRowsOf(service)]),
  signInStep,
];

/** The throttlers of the whole table with the numbers of the plan, the shortest window first: the order `RateLimit` shows them in. */
export const plannedThrottlers = (plan: LimitPlan): OperationThrottler[] =>
  limitedRows.flatMap((row) => {
    const numbers = numbersFor(row, plan);
    return (Object.entries(windows) as [Window, number][]).flatMap(([name, seconds]) => {
      const limit = numbers[name];
      if (limit === undefined) return [];
      return [{ name: `${row.id}:${name}`, operation: row.id, ttl: seconds * 1_000, limit, window: { name, seconds, limit } }];
    });
  });
