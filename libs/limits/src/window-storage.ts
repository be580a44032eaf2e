import type { ThrottlerStorage } from '@nestjs/throttler';

/** At most `limit` requests in each span of `seconds` that begins at a multiple of `seconds` in Unix time. */
export interface LimitWindow {
  readonly name: string;
  readonly seconds: number;
  readonly limit: number;
}

/** One window after the decision; `resetSeconds`: whole seconds until it begins anew. */
export interface WindowState {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Whether a request is admitted, and the windows after it. `atSeconds`: when it was decided, in Unix time, by the storage's clock. */
export interface Decision {
  readonly admitted: boolean;
  readonly atSeconds: number;
  readonly windows: readonly WindowState[];
}

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
  abstract consume(key: string, windows: readonly LimitWindow[]): Decision | Promise<Decision>;

  async increment(key: string, ttlMs: number, limit: number, _blockMs: number, throttlerName: string): Promise<StorageRecord> {
    const { admitted, windows } = await this.consume(key, [{ name: throttlerName, seconds: ttlMs / 1_000, limit }]);
    const { remaining, resetSeconds } = windows[0]!;
    const totalHits = admitted ? limit - remaining : limit + 1;
    return { totalHits, timeToExpire: resetSeconds, isBlocked: !admitted, timeToBlockExpire: admitted ? 0 : resetSeconds };
  }
}

/** The state of a window that has admitted so many requests, this one included if it was admitted. */
export const stateOf = ({ name, seconds, limit }: LimitWindow, counted: number, atSeconds: number): WindowState => ({
  name,
  limit,
  remaining: Math.max(0, limit - counted),
  resetSeconds: seconds - (atSeconds % seconds),
});
