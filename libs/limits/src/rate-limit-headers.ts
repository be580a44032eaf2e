import type { LimitWindow, WindowState } from './window-store.js';

/** draft-ietf-httpapi-ratelimit-headers-10: what holds (§3), and what is left of it (§4). */
export interface LimitHeaders {
  readonly 'ratelimit-policy': string;
  readonly ratelimit: string;
}

/** Whatever headers can be set on: a Fastify reply as it is. */
export interface HeaderSink {
  header(name: string, value: string): unknown;
}

const policy = ({ name, limit, seconds }: LimitWindow): string => `"${name}";q=${limit};w=${seconds}`;
const state = ({ name, remaining, resetSeconds }: WindowState): string => `"${name}";r=${remaining};t=${resetSeconds}`;

export const limitHeaders = (windows: readonly LimitWindow[], states: readonly WindowState[]): LimitHeaders => ({
  'ratelimit-policy': windows.map(policy).join(', '),
  ratelimit: states.map(state).join(', '),
});
