import { randomUUID } from 'node:crypto';
import type { CallOptions, SharedOptions } from './call-options.js';
import { bankErrorOf, VerificationError, type BankError } from './errors.js';
import { operations } from './generated/operations.js';
import { below, type Credentials } from './issuer-endpoint.js';
import type { OperationFacts, OperationId } from './operation-ids.js';
import type { Token, TokenSource } from './token.js';
import type { Transport, WireAnswer } from './transport.js';
import { linkBelow } from './untrusted.js';

/** What a caller passes to an operation: parameters of its path and query, and the body. */
export type AnyInput = Readonly<Record<string, unknown>>;

/** Whose calls these are. */
export interface Party {
  readonly tokensFor: (id: OperationId) => TokenSource | undefined;
  readonly consentId?: string;
}

/** What all calls of a client have in common. */
export interface Connection {
  readonly transport: Transport;
  readonly credentials: Credentials;
  /** The address below which this client calls; of clients with a certificate it is in the metadata. */
  readonly origin: () => Promise<string>;
}

interface ClientRequest {
  readonly id: OperationId;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

const operationFacts = (id: OperationId): OperationFacts => operations[id];

/** The path with its parameters filled in, and what remains as the query. */
function requestPath(id: OperationId, input: AnyInput): string {
  const { path, parameters } = operationFacts(id);
  const filled = Object.entries(parameters).reduce((text, [name, inPath]) => {
    const value = input[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${id} needs ${name}`);
    // A URL resolves such a segment, however it is written, so that the call would go to another operation.
    if (value === '.' || value === '..') throw new TypeError(`${name} of ${id} must not be "${value}"`);
    return text.replace(`{${inPath}}`, encodeURIComponent(value));
  }, path);
  const query = Object.entries(input).filter(([name, value]) => name !== 'body' && !(name in parameters) && value !== undefined);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** Refreshing helps against these, and against no other refusal. */
const tokenHasEnded = (error: BankError): boolean => error.status === 401 && (error.has('TOKEN_EXPIRED') || error.has('TOKEN_UNKNOWN'));

/** Calls operations for one party. A call has one `X-Request-ID`, and keeps it however often it is sent. */
export class Caller {
  constructor(
    private readonly connection: Connection,
    private readonly party: Party,
    private readonly defaults: SharedOptions = {},
  ) {}

  /** The same party, with options for all its calls. */
  with(defaults: SharedOptions): Caller {
    return new Caller(this.connection, this.party, {
      ...this.defaults,
      ...defaults,
      headers: { ...this.defaults.headers, ...defaults.headers },
    });
  }

  async call(id: OperationId, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> {
    const url = below(await this.connection.origin(), requestPath(id, input));
    return this.#called({ id, method: operationFacts(id).method, url, body: input['body'] }, options);
  }

  /** Follows a link of an answer. A link that leads elsewhere is refused, as the token would go there. */
  async follow(id: OperationId, href: string, options: CallOptions = {}): Promise<unknown> {
    const url = linkBelow(await this.connection.origin(), href);
    if (url === undefined) throw new VerificationError(`${id}: a link leads to another server: ${href}`);
    return this.#called({ id, method: 'GET', url, body: undefined }, options);
  }

  async #called(wanted: ClientRequest, options: CallOptions): Promise<unknown> {
    const merged = { ...this.defaults, ...options, headers: { ...this.defaults.headers, ...options.headers } };
    const requestId = merged.requestId ?? randomUUID();
    const tokens = this.party.tokensFor(wanted.id);
    const token = await tokens?.current();
    const answer = await this.#sent(wanted, requestId, token, merged);
    const identified = { operation: wanted.id, requestId };
    if (answer.status < 300) return parsedBody({ ...identified, ...answer });
    const error = bankErrorOf({ ...identified, ...answer });
    if (!tokens || !token || !tokenHasEnded(error)) throw error;
    const repeated = await this.#sent(wanted, requestId, await tokens.renewed(token), merged);
    if (repeated.status < 300) return parsedBody({ ...identified, ...repeated });
    throw bankErrorOf({ ...identified, ...repeated });
  }

  #sent({ id, method, url, body }: ClientRequest, requestId: string, token: Token | undefined, options: CallOptions): Promise<WireAnswer> {
    const { consentId } = this.party;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const fields = {
      accept: 'application/json',
      'x-request-id': requestId,
      ...(operationFacts(id).consent && consentId !== undefined && { 'consent-id': consentId }),
      ...(options.psuIpAddress !== undefined && { 'psu-ip-address': options.psuIpAddress }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(options.headers ?? {}).filter(([, value]) => value !== undefined)),
    };
    return this.connection.transport.send({
      operation: id,
      requestId,
      signal: options.signal,
      onAnswer: options.onAnswer,
      request: () => ({
        method,
        url,
        headers: {
          ...fields,
          ...(token && { authorization: `${token.type} ${token.value}` }),
          ...(token && this.connection.credentials.proof(method, url, token)),
        },
        ...(text !== undefined && { body: text }),
      }),
    });
  }
}

function parsedBody({ operation, requestId, status, text }: WireAnswer & { operation: string; requestId: string }): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new VerificationError(`${operation} was answered ${status} with a text that is no JSON (X-Request-ID ${requestId})`);
  }
}
