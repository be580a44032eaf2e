import { randomUUID, type X509Certificate } from 'node:crypto';
import type { Operation } from '@open-banking/spec';
import type { Fault } from '@open-banking/messages';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { sentMethod } from './head-requests.js';
import { isVerificationRequested, notificationPreferenceOf, psuHeadersOf, type NotificationPreference } from './psu-headers.js';
import type { Shapes } from './serves.decorator.js';
import { noRepeatedHeaders, repeatedHeaders, type RepeatedHeaders } from './single-headers.js';
import { isUuid } from './uuid.js';

/** The part of a request to an issuer's endpoint, and of its response, that the request log may keep: named members without credentials. */
export interface IssuerExchange {
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
  /** The error of RFC 6749 §5.2. */
  readonly fault?: { readonly code: string; readonly text: string; readonly withoutValues: string };
}

/** The facts about a request, from its first moment on; each step adds its part. */
export interface RequestContext {
  readonly requestId: string;
  /** Headers of which there must be one, and came more. */
  readonly repeatedHeaders: RepeatedHeaders;
  /** Set where the client's own X-Request-ID is missing or malformed: reported by validation, with the other faults. */
  readonly requestIdFault?: Fault;
  /** The client's address, behind the configured proxies. */
  readonly address: string;
  /** As it was sent: `HEAD` too, which is served as GET. */
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** `PSU-*` headers of a write. */
  readonly psuHeaders?: Readonly<Record<string, string>>;
  /** For a write: the address to which its client wants the outcome notified. */
  readonly notification?: NotificationPreference;
  /** Whether its client asks for a verification of the payee. */
  readonly isVerificationRequested?: boolean;
  readonly operation?: Operation;
  /** The messages of the operation. */
  readonly shapes?: Shapes;
  /** The certificate of the client's TLS connection: checked and forwarded by a configured gateway. */
  certificate?: X509Certificate;
  /** The client, once its token is known. */
  clientId?: string;
  /** A client that is named and has not proved who it is; for the request log of a sandbox only. */
  namedClientId?: string;
  /** At an issuer's endpoint, for the request log only. */
  issuerExchange?: IssuerExchange;
  /** The response as it was sent, or its length in bytes; for the request log only. */
  sentBody?: string | Buffer | number;
  /** The developer whose sandbox key it presents; only for operations for developers. */
  developerId?: string;
  /** The body as it came, for digests and idempotency. */
  rawBody?: Buffer;
  /** Runs before the handler's answer is sent; an error it throws is sent instead. */
  beforeAnswer?: () => Promise<void>;
  /** The names of the statements it has run, for the log at level debug only. */
  statements?: readonly string[];
  /** The error, for the log only. */
  error?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    bank: RequestContext;
  }
  interface FastifyContextConfig {
    operation?: Operation;
    shapes?: Shapes;
    /** A raw route only: its handler charges the request, because it finds out who or what is charged. */
    isChargedByHandler?: true;
    /** A raw route only: whether a request with this body is also charged as a sign-in. */
    signsIn?: (body: unknown) => boolean;
  }
}

const requestIdFault = (given: unknown): Fault => ({
  code: 'FORMAT_ERROR',
  path: 'X-Request-ID',
  text: given === undefined ? 'This header is required: a UUID, new for each request.' : 'Must be a UUID.',
});

/**
 * Begins a request: its id is the client's where that is a UUID, a fresh one otherwise. `address`: the client's, where proxies stand before
 * this server.
 */
export function beginRequest(
  request: Pick<FastifyRequest, 'headers' | 'ip'> & Partial<Pick<FastifyRequest, 'method' | 'raw' | 'url' | 'routeOptions'>>,
  address = request.ip,
): RequestContext {
  const given = request.headers['x-request-id'];
  const known = isUuid(given);
  const { method, repeated } = factsOfRaw(request);
  const config = configOf(request);
  return {
    requestId: known ? given : randomUUID(),
    requestIdFault: known ? undefined : (repeated.get('x-request-id') ?? requestIdFault(given)),
    repeatedHeaders: repeated,
    address,
    method,
    path: request.url ?? '',
    psuHeaders: request.method === 'GET' ? undefined : psuHeadersOf(request.headers),
    notification: request.method === 'POST' ? notificationPreferenceOf(request.headers) : undefined,
    isVerificationRequested: isVerificationRequested(request.headers),
    operation: config.operation,
    shapes: config.shapes,
  };
}

const noConfig: Partial<FastifyContextConfig> = {};

/** The operation of a request's route, and its messages. A request that is not parsed has no route. */
const configOf = ({ routeOptions }: Partial<Pick<FastifyRequest, 'routeOptions'>>): Partial<FastifyContextConfig> =>
  routeOptions?.config ?? noConfig;

/** The facts that Fastify does not show. A request that is not parsed has no raw form. */
const factsOfRaw = ({ raw, method = '' }: Partial<Pick<FastifyRequest, 'raw' | 'method'>>) =>
  raw ? { method: sentMethod(raw), repeated: repeatedHeaders(raw) } : { method, repeated: noRepeatedHeaders };

const ids = new AsyncLocalStorage<string>();

/** Runs a request: calls to other services that it makes carry its id. */
export const withRequestId = <T>(requestId: string, work: () => T): T => ids.run(requestId, work);

/** The `X-Request-ID` of the request that runs; undefined in background work. */
export const currentRequestId = (): string | undefined => ids.getStore();
