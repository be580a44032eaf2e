import { setTimeout as pause } from 'node:timers/promises';
import { type ConflictReason, TransactionConflict } from './postgres-error.js';
import { hasTimeLeft } from './time-budget.js';

/** Told of each conflict after which a transaction is run again. */
export type OnRetry = (reason: ConflictReason) => void;

/** A transaction is run at most so often. Two that wait for each other need a second attempt; a third meets a third party. */
export const maxAttempts = 4;
const firstPauseMs = 10;

/**
 * Runs `attempt` again after a deadlock or a serialization failure, `maxAttempts` times in all and only while the request has time;
 * the last conflict is thrown (503). The pauses double and are random, so that the same two do not meet again. A commit whose outcome
 * is unknown is no conflict: it is never repeated.
 */
export const retryConflicts = <T>(attempt: () => Promise<T>, onRetry?: OnRetry): Promise<T> => attempted(1, attempt, onRetry);

// Not `async`: nearly every statement has one attempt, which then needs no promise but its own.
const attempted = <T>(attempts: number, attempt: () => Promise<T>, onRetry?: OnRetry): Promise<T> =>
  attempt().catch(async (error: unknown) => {
    if (!(error instanceof TransactionConflict) || attempts === maxAttempts || !hasTimeLeft()) throw error;
    onRetry?.(error.reason);
    await pause(Math.random() * firstPauseMs * 2 ** attempts);
    return attempted(attempts + 1, attempt, onRetry);
  });
