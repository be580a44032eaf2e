import { errorJson, oauthError, tppMessages, unknownMethodText, unknownPathText, type Code } from '@open-banking/messages';

/** The gateway's own responses, for requests that no service receives or answers. */
export interface Answer {
  readonly status: number;
  readonly code: Code;
  readonly path?: string;
  readonly text?: string;
  readonly retryAfterSeconds?: number;
}

const timedOut = 'The bank did not answer in time. To learn whether a write took effect, repeat it with the same X-Request-ID.';

export const answers = {
  malformed:      { status: 400, code: 'FORMAT_ERROR', text: 'The request must be valid HTTP/1.1 (RFC 9112).' },
  unknownMethod:  { status: 400, code: 'FORMAT_ERROR', text: unknownMethodText },
  noHost:         { status: 400, code: 'FORMAT_ERROR', path: 'Host', text: 'The request must have exactly one Host header.' },
  unknownPath:    { status: 404, code: 'RESOURCE_UNKNOWN', text: unknownPathText },
  slow:           { status: 408, code: 'FORMAT_ERROR', text: 'The request must arrive in full within 5 seconds.' },
  largeBody:      { status: 413, code: 'FORMAT_ERROR', text: 'The body must be at most 64 KiB long.' },
  longTarget:     { status: 414, code: 'FORMAT_ERROR', text: 'Path and query together must be at most 8 KiB long.' },
  largeHeaders:   { status: 431, code: 'FORMAT_ERROR', text: 'All headers together must be at most 16 KiB long.' },
  broken:         { status: 500, code: 'INTERNAL_SERVER_ERROR' },
  unavailable:    { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 },
  silent:         { status: 504, code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2, text: timedOut },
} as const satisfies Record<string, Answer>;

/** The answer to a body that is larger than its route takes. */
export const largeBodyAnswer = (maxBytes: number): Answer =>
  maxBytes < 1_048_576 ? answers.largeBody : { ...answers.largeBody, text: `The body must be at most ${maxBytes / 1_048_576} MiB long.` };

export const refusalBody = ({ code, path, text }: Answer): string => errorJson(tppMessages([{ code, path, text }]));
/** The same for OAuth libraries. */
export const oauthBodyOf = ({ status, code, path, text }: Answer): string =>
  errorJson(oauthError({ status, faults: [{ code, path, text }], hints: {} }));

/** Thrown while a request is processed: the gateway sends this answer itself. `detail` goes to the log. */
export class OwnAnswer extends Error {
  constructor(readonly answer: Answer, readonly detail?: unknown) {
    super(`${answer.status} ${answer.code}`);
  }
}
