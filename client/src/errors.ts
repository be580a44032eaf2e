import type { ErrorCode } from './generated/error-codes.js';
import type { Grant } from './grant.js';
import type { Issuer } from './operation-ids.js';
import { rateLimitWindows, retryAfterSeconds, type RateLimitWindow } from './rate-limit.js';
import { isObject, parsedObject } from './untrusted.js';

/** One thing that the bank says about a request. */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING' | (string & {});
  readonly code: ErrorCode | (string & {});
  readonly text?: string;
  /** A JSON Pointer into the body, or the name of a header or parameter. */
  readonly path?: string;
  /** The page that explains the code, an address below the base URL. */
  readonly href?: string;
}

interface RefusedRequest {
  readonly operation: string;
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The faults in an answer, without members that are not of their type: it may come from something in between. */
function messagesIn(text: string): TppMessage[] {
  const { tppMessages } = parsedObject(text);
  const messages = Array.isArray(tppMessages) ? tppMessages.filter(isObject) : [];
  return messages
    .filter(({ code }) => typeof code === 'string')
    .map(
      (message) => Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value === 'string')) as unknown as TppMessage,
    );
}

/** The bank has refused a call. */
export class BankError extends Error {
  override readonly name: string = 'BankError';
  readonly operation: string;
  /** Under this id the bank finds the request, and so do you in the portal's request log. */
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
  /** All faults that the bank has found; empty where the answer comes from something in between. */
  readonly tppMessages: readonly TppMessage[];
  readonly retryAfterSeconds: number | undefined;

  constructor({ operation, requestId, status, headers, text }: RefusedRequest) {
    const messages = messagesIn(text);
    const said = messages.map(({ code, path, text: words }) => `${code}${path === undefined ? '' : ` at ${path}`}: ${words ?? ''}`);
    super(`${operation} was answered ${status} ${said.join(' ')} (X-Request-ID ${requestId})`);
    this.operation = operation;
    this.requestId = requestId;
    this.status = status;
    this.headers = headers;
    this.tppMessages = messages;
    this.retryAfterSeconds = retryAfterSeconds(headers);
  }

  /** The code of the first fault. */
  get code(): TppMessage['code'] | undefined {
    return this.tppMessages[0]?.code;
  }

  /** Whether one of the faults has this code. */
  has(code: ErrorCode): boolean {
    return this.tppMessages.some((message) => message.code === code);
  }
}

/** 429: a limit of the operation, or the consent's unattended reads of 24 hours, are used up. */
export class RateLimitError extends BankError {
  override readonly name = 'RateLimitError';
  /** The operation's windows; the ones with nothing `remaining` are used up. */
  readonly windows: readonly RateLimitWindow[];

  constructor(refused: RefusedRequest) {
    super(refused);
    this.windows = rateLimitWindows(refused.headers);
  }
}

/** No answer arrived, after all repetitions. A write may have taken effect: repeat it with the same `requestId`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  override readonly cause: unknown;

  constructor(
    readonly operation: string,
    readonly requestId: string,
    cause: unknown,
  ) {
    super(`${operation}: no answer from the bank: ${cause instanceof Error ? cause.message : String(cause)} (X-Request-ID ${requestId})`);
    this.cause = cause;
  }
}

/** The request cannot be sent, and was not: a header has a name or a value that HTTP does not carry. Its value is not in this error. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/** An issuer, or the customer on its pages, has refused: `error` of RFC 6749, such as `access_denied` or `invalid_grant`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly error: string,
    readonly description: string | undefined,
    /** Of the issuer's answer; none where the customer came back with the error. */
    readonly status?: number,
  ) {
    super([error, description].filter(Boolean).join(': '));
  }
}

/** `saveGrant` has failed: the bank has issued these tokens, and nobody but this error has stored them. `resume` goes on with them. */
export class UnsavedGrantError extends Error {
  override readonly name = 'UnsavedGrantError';
  override readonly cause: unknown;

  constructor(
    readonly grant: Grant<Issuer>,
    cause: unknown,
  ) {
    super(
      `The tokens of ${grant.issuer} ${grant.resourceId} could not be stored: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
    this.cause = cause;
  }
}

/** Something is not what it has to be: an answer to another request, an issuer of another name, a notification that the bank has not signed. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

export const bankErrorOf = (refused: RefusedRequest): BankError =>
  refused.status === 429 ? new RateLimitError(refused) : new BankError(refused);
