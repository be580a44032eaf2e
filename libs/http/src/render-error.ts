import {
  codes,
  errorJson,
  oauthError,
  problem,
  Refusal,
  tppMessages,
  unknownPathText,
  type Fault,
  type FormatStatus,
  type Code,
} from '@open-banking/messages';
import { asPattern, isOAuthCall, routingPath, signingAlgorithms, type Operation, parametersOf } from '@open-banking/spec';
import { allowedMethods } from './head-requests.js';
import { prefersProblem } from './negotiation.js';

/** An error as HTTP: the one place where a refusal, or anything else thrown, becomes a response. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON in ASCII. Bytes, because Fastify adds a charset to the type of a JSON text. */
  readonly body: Buffer;
}

/** The framework's own errors by status, for errors that no step has turned into a refusal. */
const framework: Record<number, string> = {
  400: 'The request line or its headers cannot be read.',
  408: 'The request did not arrive in time.',
  413: bodyTooLarge(65_536),
  414: 'The path or one of its parameters is too long.',
  415: 'Content-Type must be application/json in UTF-8.',
  431: 'The headers are too large: at most 16 KiB in all.',
};

/** The text of a body that is larger than its route takes. */
function bodyTooLarge(maxBytes: number): string {
  return `The body is too large: at most ${maxBytes < 1_048_576 ? `${maxBytes / 1_024} KiB` : `${maxBytes / 1_048_576} MiB`}.`;
}

/** Turns anything thrown into a refusal. An unexpected error is a fault of ours: 500 with a fixed text. `operation`: the one asked for. */
export function asRefusal(error: unknown, operation?: Pick<Operation, 'maxBytes'>): Refusal {
  if (error instanceof Refusal) return error;
  const status = statusIn(error);
  if (status === 413 && operation?.maxBytes !== undefined)
    return new Refusal([{ code: 'FORMAT_ERROR', text: bodyTooLarge(operation.maxBytes) }], error, { status });
  if (status in framework)
    return new Refusal([{ code: 'FORMAT_ERROR', text: framework[status]! }], error, { status: status as FormatStatus });
  if (status === 503) return new Refusal('SERVICE_UNAVAILABLE', error, { retryAfterSeconds: 1 });
  return new Refusal('INTERNAL_SERVER_ERROR', error);
}

/** Fastify's errors carry a number; Nest wraps them in exceptions that are asked for it. */
function statusIn(error: unknown): number {
  const { statusCode, getStatus } = (error ?? {}) as { statusCode?: unknown; getStatus?: () => number };
  return Number(statusCode ?? (typeof getStatus === 'function' ? getStatus.call(error) : undefined));
}

/** 405 with `Allow` where the path has other methods, 404 where it is none of ours. */
export function unknownRoute(rows: readonly Operation[], path: string): Refusal {
  const allow = allowedMethods(rows.filter((row) => matches(row.path, path)).map((row) => row.method));
  if (allow.length === 0) return new Refusal([{ code: 'RESOURCE_UNKNOWN', text: unknownPathText }]);
  const text = `This path does not take this method; it takes ${allow.join(', ')}.`;
  return new Refusal([{ code: 'SERVICE_INVALID', text }], undefined, { allow });
}

const patterns = new Map<string, RegExp>();
function matches(of: string, path: string): boolean {
  const pattern = patterns.get(of) ?? new RegExp(asPattern(of));
  patterns.set(of, pattern);
  return pattern.test(routingPath(path));
}

export function render(error: unknown, accept = ''): Rendered {
  const refusal = asRefusal(error);
  const { status, faults, hints } = refusal;
  const asProblem = prefersProblem(accept);
  return {
    status,
    headers: {
      'content-type': asProblem ? 'application/problem+json' : 'application/json',
      ...(status === 401 && { 'www-authenticate': challenge(refusal) }),
      ...(hints.allow && { allow: hints.allow.join(', ') }),
      ...(retryAfter(refusal) !== undefined && { 'retry-after': String(retryAfter(refusal)) }),
    },
    body: Buffer.from(errorJson(asProblem ? problem(status, faults) : tppMessages(faults))),
  };
}

/** The same at an endpoint that OAuth libraries call, in the form of OAuth whatever `Accept` says: they read no other. */
export function renderOAuth(error: unknown, named?: string): Rendered {
  const refusal = asRefusal(error);
  return { ...render(refusal), body: Buffer.from(errorJson(oauthError(refusal, named))) };
}

/** Whether a path is that of an endpoint which OAuth libraries call, by whatever method. */
export const isOAuthPath = (rows: readonly Operation[], path: string): boolean =>
  rows.some((row) => isOAuthCall(row) && matches(row.path, path));

const retryAfter = ({ status, hints }: Refusal): number | undefined => hints.retryAfterSeconds ?? (status === 503 ? 1 : undefined);

/** RFC 6750 §3 and RFC 9449 §7.1: no error code where no token was presented. */
function challenge({ hints, faults }: Refusal): string {
  const [{ code, text }] = faults as [Fault];
  const start = `${hints.scheme ?? 'Bearer'} realm="open-banking"${hints.scheme === 'DPoP' ? `, algs="${signingAlgorithms.join(' ')}"` : ''}`;
  if (!hints.tokenError) return start;
  const said = (text ?? codes[code].text).replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '');
  return `${start}, error="${hints.tokenError}", error_description="${said}"`;
}

const codesOfIds: ReadonlySet<Code> = new Set<Code>(['RESOURCE_UNKNOWN', 'CONSENT_UNKNOWN']);

/** The path parameter that names the resource; undefined where two of one segment do so together, such as branch and account number. */
function idParameterOf({ path }: Pick<Operation, 'path'>): string | undefined {
  const names = parametersOf(path.split('/').findLast((segment) => segment.includes('{')) ?? '');
  return names.length === 1 ? names[0] : undefined;
}

/**
 * A refusal of an id in the path, with the parameter's name. Handlers refuse by the code alone: what the parameter is called, the row says.
 */
export function withIdParameter(refusal: Refusal, operation: Operation | undefined): Refusal {
  const path = operation?.kind === 'business' ? idParameterOf(operation) : undefined;
  if (path === undefined || !refusal.faults.some((fault) => codesOfIds.has(fault.code) && fault.path === undefined)) return refusal;
  const faults = refusal.faults.map((fault) => (codesOfIds.has(fault.code) ? { path, ...fault } : fault));
  return new Refusal(faults, refusal.detail, refusal.hints);
}
