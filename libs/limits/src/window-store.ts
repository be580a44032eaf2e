import { windows, type Numbers, type Window } from '@open-banking/spec';

/** At most `limit` requests in each span of `seconds` that begins at a multiple of `seconds` in Unix time. */
export interface LimitWindow {
  readonly name: Window;
  readonly seconds: number;
  readonly limit: number;
}

/** One window after the decision; `resetSeconds` is how long, in whole seconds, until it begins anew. */
export interface WindowState {
  readonly name: Window;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface Decision {
  readonly admitted: boolean;
  readonly windows: readonly WindowState[];
}

/**
 * Counts requests by key. A request is admitted when every window has room, and then charged to all of them; a refusal
 * charges none. Both are one atomic step: of M concurrent requests under limit N exactly N are admitted.
 */
export interface WindowStore {
  charge(key: string, windows: readonly LimitWindow[], nowSeconds: number): Promise<Decision>;
}

/** The windows some numbers speak of, shortest first: the order the headers show them in. */
export const windowsOf = (numbers: Numbers): LimitWindow[] =>
  (Object.entries(windows) as [Window, number][])
    .filter(([name]) => numbers[name] !== undefined)
    .map(([name, seconds]) => ({ name, seconds, limit: numbers[name]! }));

/** A window's state from what it has counted, this request included where it was admitted. */
export const stateOf = ({ name, seconds, limit }: LimitWindow, counted: number, nowSeconds: number): WindowState => ({
  name,
  limit,
  remaining: Math.max(0, limit - counted),
  resetSeconds: seconds - (nowSeconds % seconds),
});
