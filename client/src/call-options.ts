import type { RequestHeader } from './generated/request-headers.js';
import type { RateLimitWindow } from './rate-limit.js';

/** An operation that takes neither parameters nor a body. */
export type NoInput = Record<string, never>;

/** An answer as it arrived, of a call or of one of its repetitions: for logs and metrics. */
export interface AnswerEvent {
  /** The operation's name, or `token`, `par` or `jwks` of an issuer. */
  readonly operation: string;
  readonly requestId: string;
  readonly status: number;
  /** 1 for the first request of a call, 2 for its first repetition. */
  readonly attempt: number;
  readonly durationMs: number;
  readonly headers: Headers;
  /** What is left of the operation's limits. */
  readonly limits: readonly RateLimitWindow[];
}

/** What applies to one call, besides its input. */
export interface CallOptions {
  /** The customer's IP address, if the customer is present: such a read is not counted against the consent's frequency. */
  readonly psuIpAddress?: string;
  readonly headers?: Readonly<Partial<Record<RequestHeader, string>>>;
  /** A UUID. Default: a new one for each call, kept when the package repeats it. Pass the one of a call whose outcome you do not know to repeat it. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
  /** Is told of each answer of this call, refusals included. */
  readonly onAnswer?: (event: AnswerEvent) => void;
}

/** What applies to several calls: each has a request id of its own. */
export type SharedOptions = Omit<CallOptions, 'requestId'>;
