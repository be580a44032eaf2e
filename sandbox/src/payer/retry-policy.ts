import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Repeats an idempotent request until its outcome is known, and counts the retries. */
export class RetryPolicy {
  retries = 0;

  constructor(private readonly timeoutMs = 180_000) {}

  /** Calls `work` until it returns a value. It returns undefined or throws while the outcome is unknown. */
  async retry<T>(what: string, work: () => Promise<T | undefined>): Promise<T> {
    let lastError = '';
    for (const deadline = performance.now() + this.timeoutMs; performance.now() < deadline;) {
      const result = await work().catch((error: unknown) => {
        lastError = String(error);
        return undefined;
      });
      if (result !== undefined) return result;
      this.retries += 1;
      await pause(randomInt(50, 300));
    }
    throw new Error(`${what}: no result within ${this.timeoutMs / 1_000} s. ${lastError}`);
  }
}
