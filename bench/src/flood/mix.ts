import type { FloodKind } from './requests.js';
import type { CountedRequest } from './sending.js';

/** Kinds of requests, each with how many of it are sent in turn. All have as many requests to send. */
export type Mix = readonly { readonly kind: FloodKind; readonly share: number }[];

export const singleMix = (kind: FloodKind): Mix => [{ kind, share: 1 }];

/**
 * The requests in turn. Each connection sends all kinds, unless there are as many as a multiple of the shares: what is refused early is
 * refused for nothing it asks, so that of each kind the same share is answered.
 */
export const mixRequests = (mix: Mix): CountedRequest[] =>
  mix[0]!.kind.requests.flatMap((_, at) =>
    mix.flatMap(({ kind, share }) => Array.from({ length: share }, () => ({ kind: kind.name, ...kind.requests[at]! }))),
  );
