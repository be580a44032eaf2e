import type { LimitWindow, WindowState } from './window-storage.js';

/** Anything headers can be set on, for instance a Fastify reply. */
export interface HeaderSink {
  header(name: string, value: string): unknown;
}

/** `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10 §3: the quotas of an operation. */
export const rateLimitPolicy = (windows: readonly LimitWindow[]): string =>
  windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', ');

/** `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10 §4: what remains of them, and for how long. */
export const rateLimit = (states: readonly WindowState[]): string =>
  states.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(', ');
