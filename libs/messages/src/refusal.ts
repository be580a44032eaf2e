import { codes, type Code, type FormatStatus } from './codes.js';

/** One thing wrong with a request: `path` is a JSON Pointer into the body, or the name of a header or parameter. */
export interface Fault {
  readonly code: Code;
  readonly path?: string;
  readonly text?: string;
  /** `text` without what was computed from values of the client; only where it holds such. Values that stand in it as sent are found. */
  readonly withoutValues?: string;
}

/** The faults of one request that are listed: a body of 64 KiB can have 30,000, and each is written, sent and logged. */
export const maxFaults = 100;

/** The hints that HTTP has a header for. Seconds are whole seconds. */
export interface ResponseHints {
  readonly status?: FormatStatus;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** RFC 6750 §3.1: absent where no token was presented. */
  readonly tokenError?: 'invalid_token' | 'insufficient_scope' | 'invalid_dpop_proof';
  /** How the token should have been presented; a bearer token unless it says otherwise. */
  readonly scheme?: 'DPoP';
}

/**
 * The one way to say no, with the first `maxFaults` of what is wrong. Thrown by steps and services, rendered in one place (`libs/http`).
 * `detail` goes to the log and has no way into a body.
 */
export class Refusal extends Error {
  readonly faults: readonly Fault[];

  constructor(
    code: Code | readonly Fault[],
    readonly detail?: unknown,
    readonly hints: ResponseHints = {},
  ) {
    const faults = typeof code === 'string' ? [{ code }] : code.slice(0, maxFaults);
    super(faults.map((fault) => fault.code).join(', '));
    this.name = 'Refusal';
    this.faults = faults;
  }

  get status(): number {
    const [first] = this.faults;
    return this.hints.status ?? codes[first!.code].status;
  }
}

/** Throws all faults of a request at once, or nothing where there are none. */
export function refuseAll(faults: readonly Fault[], detail?: unknown): void {
  if (faults.length > 0) throw new Refusal(faults, detail);
}
