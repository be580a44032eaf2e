import type { Contract, LinesType, RequestBody, ResponseBody, Unchanged } from '@open-banking/contracts';
import { requestBudgetMs, waitWithin } from '@open-banking/database';
import { currentRequestId } from '@open-banking/http';
import { type Fault, Refusal, refuseBreach } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import type { InternalCall } from '@open-banking/telemetry';
import { SpanKind, addToSpan, currentTraceHeaders, inSpan } from '@open-banking/telemetry/tracing';
import { InternalConnections, type InternalAnswer } from './internal-exchange.js';
import type { InternalSigner } from './internal-token.js';
import { ServiceReplicas } from './service-replicas.js';

interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  /** For bodies that a person wrote and can correct: a refusal of the other service (400, 409, 429) is passed on in its own words. */
  readonly refusedInItsWords?: boolean;
}

interface SentBody {
  readonly body?: unknown;
  /** Lines of JSON (NDJSON) in the place of a body. */
  readonly lines?: string;
}

/** The input of a call, by its contract: a body, lines, or neither. A contract that is chosen at run time takes any body. */
export type CallInput<C extends Contract> = CallOptions &
  (Contract extends C
    ? SentBody
    : C extends { readonly body: LinesType }
      ? { readonly lines: string }
      : C extends { readonly body: unknown }
        ? { readonly body: Unchanged<RequestBody<C>> }
        : { readonly body?: undefined });

const callOutcome = (status: number): InternalCall['outcome'] => {
  if (status >= 500) return 'failed';
  return status < 400 || status === 404 ? 'answered' : 'refused';
};

/**
 * Why a call failed: this service's own key cannot be used (`unsigned`), the other service does not accept the call (`refused`: 401 or
 * 403), or there is no answer that can be used (`unanswered`).
 */
export class InternalCallFailure extends Error {
  constructor(
    message: string,
    readonly reason: 'unsigned' | 'refused' | 'unanswered',
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An answer that is an error. */
class ErrorAnswer extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: string,
  ) {
    super(message);
  }
}

/**
 * Calls internal operations of other services, with the `X-Request-ID` and the trace of the request that runs. No answer within `maxMs`,
 * or what the request has left, or an error of theirs: SERVICE_UNAVAILABLE.
 */
export class InternalCalls {
  private readonly replicas: ReadonlyMap<string, ServiceReplicas>;
  private readonly connections = new InternalConnections();

  constructor(
    private readonly signer: InternalSigner,
    addresses: Readonly<Partial<Record<Service, readonly string[]>>>,
    private readonly onCall?: (call: InternalCall) => void,
    private readonly maxMs = requestBudgetMs(),
  ) {
    this.replicas = new Map(Object.entries(addresses).map(([service, origins]) => [service, new ServiceReplicas(origins)]));
  }

  /** The body of the response; undefined where the other service knows no such thing (404), or has nothing to say (204). */
  call<C extends Contract>(service: Service, contract: C, given: CallInput<C>): Promise<ResponseBody<C> | undefined> {
    return inSpan(
      contract.id,
      () => ({
        kind: SpanKind.CLIENT,
        attributes: { 'http.request.method': contract.method, 'url.template': contract.path, 'server.address': service },
      }),
      () => this.send(service, contract, given) as Promise<ResponseBody<C> | undefined>,
    ).catch((error: unknown) => {
      throw given.refusedInItsWords ? inItsWords(error) : error;
    });
  }

  /** Closes the connections to the other services; calls that are under way fail. */
  close(): void {
    this.connections.close();
  }

  private async send(service: Service, row: Contract, { params = {}, ...given }: CallOptions & SentBody): Promise<unknown> {
    const authorization = await this.signed(service, row);
    const { contentType, text } = sent(given);
    const path = row.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const began = performance.now();
    let outcome: InternalCall['outcome'] = 'unreachable';
    try {
      const request = {
        method: row.method,
        headers: callHeaders(authorization, contentType),
        ...(text !== undefined && { body: text }),
        signal: AbortSignal.timeout(waitWithin(this.maxMs + (row.holdsMs ?? 0))),
      };
      const exchange = (origin: string) => this.connections.exchange(`${origin}${path}`, request);
      const answer = await this.replicas.get(service)!.send(exchange, mayRepeat(row));
      outcome = callOutcome(answer.status);
      addToSpan({ 'http.response.status_code': answer.status });
      return checkedResponse(answer, row, service);
    } catch (error) {
      if (outcome === 'answered') outcome = 'failed';
      throw failed(service, row, isRefusal(error) ? 'refused' : 'unanswered', error);
    } finally {
      // How long nothing new was to be said is not how long the other service takes.
      if (row.holdsMs === undefined || outcome !== 'answered')
        this.onCall?.({ operation: row.id, outcome, seconds: (performance.now() - began) / 1_000 });
    }
  }

  private async signed(service: Service, row: Contract): Promise<string> {
    try {
      return `Bearer ${await this.signer.sign(service, row)}`;
    } catch (error) {
      throw failed(service, row, 'unsigned', error);
    }
  }
}

const mayRepeat = ({ method, readOnly }: Contract): boolean => method !== 'POST' || readOnly === true;

/** The response's body, if it is as the contract says; another one is not used, as if none had come. */
function checkedResponse({ status, body }: InternalAnswer, { id, response }: Contract, service: Service): unknown {
  if (status === 404 || status === 204) return undefined;
  const answered = `${service} answered ${id} with ${status}`;
  if (status < 200 || status > 299) throw new ErrorAnswer(answered, status, body);
  const value = JSON.parse(body) as unknown;
  refuseBreach(answered, response, value);
  return value;
}

const writersFaults = [400, 409, 429];

/** The other service's own refusal, if it found a fault in what the author of the request wrote. */
function inItsWords(error: unknown): unknown {
  const answer = error instanceof Refusal && error.detail instanceof InternalCallFailure ? error.detail.cause : undefined;
  if (!(answer instanceof ErrorAnswer) || !writersFaults.includes(answer.status)) return error;
  return new Refusal((JSON.parse(answer.body) as { readonly tppMessages: readonly Fault[] }).tppMessages, error);
}

const isRefusal = (error: unknown): boolean => error instanceof ErrorAnswer && [401, 403].includes(error.status);

const failed = (service: Service, { id }: Contract, reason: InternalCallFailure['reason'], cause: unknown): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', new InternalCallFailure(`${id} of ${service}`, reason, { cause }), { retryAfterSeconds: 1 });

/** The text that is sent, and its content type. */
function sent({ body, lines }: SentBody): { contentType?: string; text?: string } {
  if (lines !== undefined) return { contentType: 'application/x-ndjson', text: lines };
  return body === undefined ? {} : { contentType: 'application/json', text: JSON.stringify(body) };
}

function callHeaders(authorization: string, contentType: string | undefined): Record<string, string> {
  const requestId = currentRequestId();
  return {
    authorization,
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    ...currentTraceHeaders(),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
}
