import type { ThrottlerStorage } from '@nestjs/throttler';

/** At most `limit` requests in each span of `seconds` that begins at a multiple of `seconds` in Unix time. */
export interface LimitWindow {
  readonly name: string;
  readonly seconds: number;
  readonly limit: number;
}

/** The decision about a request. `atSeconds`: when it was decided, in Unix time, by the storage's clock. */
export interface LimitDecision {
  readonly admitted: boolean;
  readonly atSeconds: number;
  /** The number of requests left in each window, in their order. */
  readonly remaining: readonly number[];
}

/** One window after a decision; `resetSeconds`: whole seconds until it begins anew. */
export interface WindowState {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export const windowStates = ({ atSeconds, remaining }: LimitDecision, windows: readonly LimitWindow[]): WindowState[] =>
  windows.map(({ name, seconds, limit }, at) => ({
    name,
    limit,
    remaining: remaining[at]!,
    resetSeconds: resetSeconds(seconds, atSeconds),
  }));

/** Until a window of so many seconds begins anew. */
export const resetSeconds = (seconds: number, atSeconds: number): number => seconds - (atSeconds % seconds);

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * A storage of @nestjs/throttler that decides all windows of a request at once.
 *
 * The library calls `increment` once per window: a request that the last window refuses has by then been charged to the others.
 * `RateLimitsService` calls `consume` instead; `increment` remains for the library's own guard.
 */
export abstract class WindowStorage implements ThrottlerStorage {
  /**
   * Admits a request where every window has capacity left, and charges it to all of them; a refused request is charged to none.
   * This is one atomic step: of M concurrent requests under limit N exactly N are admitted, however many processes share the storage.
   * A storage in this process returns its decision, one elsewhere a promise.
   */
  abstract consume(key: string, windows: readonly LimitWindow[]): LimitDecision | Promise<LimitDecision>;

  async increment(key: string, ttlMs: number, limit: number, _blockMs: number, throttlerName: string): Promise<StorageRecord> {
    const seconds = ttlMs / 1_000;
    const { admitted, atSeconds, remaining } = await this.consume(key, [{ name: throttlerName, seconds, limit }]);
    const totalHits = admitted ? limit - remaining[0]! : limit + 1;
    const timeToExpire = resetSeconds(seconds, atSeconds);
    return { totalHits, timeToExpire, isBlocked: !admitted, timeToBlockExpire: admitted ? 0 : timeToExpire };
  }
}
