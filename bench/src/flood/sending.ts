import type { Measured } from '../figures.js';

/** A request of a flood, as it is sent again and again. */
export interface FloodRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Has an `X-Request-ID` of its own each time: with the same one it is answered as the first was. */
  readonly isWrite?: true;
}

/** A request with the name under which its answers are counted. */
export interface CountedRequest extends FloodRequest {
  readonly kind: string;
}

/** A job for the program that sends. */
export interface Sending {
  readonly url: string;
  /** Each connection sends its own part of them, as a client of its own does. There are at least as many as connections. */
  readonly requests: readonly CountedRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** The rate of all connections together; without it, as many as are answered. */
  readonly perSecond?: number;
  /** By kind, the statuses of an answer that did what was asked. */
  readonly expected: Readonly<Record<string, readonly number[]>>;
}

/** The responses to requests of a kind; `perSecond`, `p50` and `p99` are those of the expected answers. */
export interface Answered extends Measured {
  /** The 95th percentile of all responses, refusals included, in milliseconds. */
  readonly p95: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer: connections that ended, and time-outs. */
  readonly unanswered: number;
}

/** The result of the program that sends. */
export interface SentAll {
  readonly byKind: Readonly<Record<string, Answered>>;
  /** The processor time that sending took. */
  readonly processorSeconds: number;
}
