import { setTimeout as pause } from 'node:timers/promises';
import { isTransient } from './postgres-error.js';

const pauseMs = 200;
const saidEveryMs = 5_000;

/** How long a database that does not answer is waited for. */
export interface RetryOptions {
  readonly timeoutMs: number;
  /** Told of the first failed try, and of one every five seconds. */
  readonly onWait?: ((reason: Error) => void) | undefined;
}

/** Repeats what finds a database that does not answer yet, or no longer: one that starts, recovers or is busy. For work that may be done twice. */
export async function retryUntilAvailable<T>(work: () => Promise<T>, { timeoutMs, onWait }: RetryOptions): Promise<T> {
  let saidAt = Number.NEGATIVE_INFINITY;
  for (const since = performance.now(); ;) {
    try {
      return await work();
    } catch (error) {
      const now = performance.now();
      if (!isTransient(error) || now - since >= timeoutMs) throw error;
      if (now - saidAt > saidEveryMs) {
        saidAt = now;
        onWait?.(error as Error);
      }
      await pause(pauseMs);
    }
  }
}
