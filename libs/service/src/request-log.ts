import { tokenHolderIn, type InternalCalls } from '@open-banking/access';
import { maxRecorded, type RecordedRequests, requestLogContracts } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorReason, type Logs, type Metrics } from '@open-banking/telemetry';
import { RequestDetails, type AnsweredRequest } from './request-details.js';

/** An answered request of a client: ids, numbers and names of the bank's own. */
interface Entry {
  readonly at: number;
  readonly clientId: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  readonly limits: string;
  readonly consentId: string;
  readonly faults: readonly string[][];
}

/** The most requests that wait for the portal, per process: the burst of four seconds. */
const maxWaiting = 2_000;
const everyMs = 1_000;
/** Characters of one call's faults at most. With all else a call stays below the 1 MiB that the internal port accepts. */
const maxFaultChars = 500_000;
const maxPathChars = 256;

/**
 * Collects the answered requests of clients in memory and sends them to the portal, at most 500 a second. What there is no room for, and
 * what the portal does not accept, is dropped and counted: no request waits for its record (docs/decisions/0068-request-log.md).
 */
export class RequestLog {
  #waiting: Entry[] = [];
  #dropped = 0;
  #timer?: NodeJS.Timeout | undefined;
  #begun = false;
  #sending?: Promise<void>;
  #ends = false;
  readonly #details: RequestDetails;
  /** True once details of a request have failed in this process: a client that repeats such a request fills no log. */
  #hasFailed = false;
  /** How many were dropped since the portal has not answered. */
  #away?: { dropped: number };

  constructor(
    private readonly calls: InternalCalls,
    private readonly metrics: Metrics,
    private readonly log: Logs['log'],
    private readonly sandbox = false,
  ) {
    this.#details = new RequestDetails(sandbox);
  }

  /** Called before the response is sent, with its body. */
  noteResponse(request: Pick<FastifyRequest, 'bank'>, payload: unknown): void {
    this.#details.noteResponse(request, payload);
  }

  /** Called after the answer was sent. A request without a client's token belongs to no client. */
  add(request: AnsweredRequest, reply: Replied): void {
    const { operation, clientId, error } = request.bank;
    const refused = error instanceof Refusal ? error : undefined;
    const whose = this.clientOf(request);
    if (operation === undefined || (whose === undefined && refused === undefined)) return;
    if (this.#waiting.length >= maxWaiting) {
      if (clientId !== undefined) this.#dropped += 1;
      return;
    }
    const entry = refused ? refusedEntry(request, reply, operation, refused, whose) : logEntry(request, reply, operation, whose!);
    if (entry) {
      this.#waiting.push(entry);
      this.#details.add(entry.at, entry.clientId, request, reply, refused);
    }
    this.sendSoon();
  }

  /** In a sandbox a client also sees why its authentication failed. Elsewhere a third person who knows its id could fill its log. */
  private clientOf({ bank: { clientId, namedClientId } }: AnsweredRequest): string | undefined {
    return clientId ?? (this.sandbox ? namedClientId : undefined);
  }

  /** Begins to send. */
  begin(): void {
    this.#begun = true;
    this.sendSoon();
  }

  /** Sends what waits, once; what is left is dropped. */
  async end(): Promise<void> {
    this.#ends = true;
    clearTimeout(this.#timer);
    await this.#sending;
    await this.send();
    this.drop(this.#waiting.length);
    this.#waiting = [];
  }

  /** Sends what waits, at most 500. While a call is under way there is no second one. */
  send(): Promise<void> | undefined {
    if (this.#dropped > 0) this.drop(this.#dropped);
    this.#dropped = 0;
    if (this.#sending || this.#waiting.length === 0) return undefined;
    this.#sending = this.sendOnce().finally(() => {
      this.#sending = undefined;
      this.sendSoon();
    });
    return this.#sending;
  }

  /** A second after the first request that waits: a process without requests does not wake for this. */
  private sendSoon(): void {
    if (!this.#begun || this.#ends || this.#timer || this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.send();
    }, everyMs).unref();
  }

  private async sendOnce(): Promise<void> {
    const taken = this.#waiting.splice(0, countOf(this.#waiting));
    try {
      await this.calls.call('portal', requestLogContracts.recordRequests, { body: { requests: recordedColumns(taken) } });
      this.metrics.countLogged('recorded', taken.length);
      await this.sendDetails();
      if (this.#away) this.log.info({ event: 'requests are recorded again', dropped: this.#away.dropped });
      this.#away = undefined;
    } catch (error) {
      // When a whole bank stops, the portal may be gone: dropped requests are no fault then.
      if (!this.#away) this.log[this.#ends ? 'info' : 'warn']({ event: 'requests are not recorded', message: errorReason(error) });
      this.#away ??= { dropped: 0 };
      this.drop(taken.length);
    }
  }

  /** Details that the portal does not accept are dropped: a portal of the previous release does not know them. */
  private async sendDetails(): Promise<void> {
    const { details, dropped, failure } = await this.#details.take();
    if (dropped > 0) this.metrics.countLogged('details-dropped', dropped);
    if (failure !== undefined && !this.#hasFailed)
      this.log.warn({ event: 'details of a request cannot be recorded', message: errorReason(failure) });
    this.#hasFailed ||= failure !== undefined;
    if (details.length === 0) return;
    const isAccepted = await this.calls
      .call('portal', requestLogContracts.recordRequestDetails, { body: { details } })
      .then((answer) => answer !== undefined)
      .catch((error: unknown) => this.log.warn({ event: 'details of requests are not recorded', message: errorReason(error) }));
    this.metrics.countLogged(isAccepted === true ? 'details-recorded' : 'details-dropped', details.length);
  }

  private drop(count: number): void {
    if (count === 0) return;
    if (this.#away) this.#away.dropped += count;
    this.metrics.countLogged('dropped', count);
  }
}

const none: readonly string[][] = [];

type Replied = Pick<FastifyReply, 'statusCode' | 'elapsedTime' | 'getHeader'>;

const logEntry = ({ bank }: Pick<FastifyRequest, 'bank'>, reply: Replied, { id }: Pick<Operation, 'id'>, clientId: string): Entry => ({
  at: Date.now(),
  clientId,
  requestId: bank.requestId,
  operation: id,
  status: reply.statusCode,
  ms: reply.elapsedTime,
  limits: (reply.getHeader('ratelimit') as string | undefined) ?? '',
  consentId: bank.introspection?.consent?.id ?? '',
  faults: bank.issuerExchange?.fault ? [[bank.issuerExchange.fault.code]] : none,
});

/** Undefined if the request belongs to no client. */
function refusedEntry(
  request: Pick<FastifyRequest, 'bank'>,
  reply: Replied,
  operation: Operation,
  refused: Refusal,
  known: string | undefined,
): Entry | undefined {
  const holder = known === undefined ? tokenHolderIn(refused) : undefined;
  const whose = known ?? holder?.tokenOf;
  if (whose === undefined) return undefined;
  const entry = logEntry(request, reply, operation, whose);
  // A token that is refused is charged to the address.
  return { ...entry, faults: recordedFaults(refused), ...(holder && { consentId: holder.consentId ?? '', limits: '' }) };
}

/** Codes and paths. The sentence of a fault is left out: it may repeat what the client sent. */
const recordedFaults = ({ faults }: Refusal): string[][] =>
  faults.map(({ code, path }) => (path === undefined ? [code] : [code, path.slice(0, maxPathChars)]));

/** How many of the first fit into one call. */
function countOf(waiting: readonly Entry[]): number {
  let chars = 0;
  let count = 0;
  for (const { faults } of waiting) {
    for (const fault of faults) for (const text of fault) chars += 2 * text.length;
    if (count > 0 && (chars > maxFaultChars || count === maxRecorded)) break;
    count += 1;
  }
  return count;
}

/** By column, so that no name is repeated and the portal stores them as they come. */
const recordedColumns = (entries: readonly Entry[]): RecordedRequests => ({
  at: entries.map(({ at }) => at),
  clientId: entries.map(({ clientId }) => clientId),
  requestId: entries.map(({ requestId }) => requestId),
  operation: entries.map(({ operation }) => operation),
  status: entries.map(({ status }) => status),
  ms: entries.map(({ ms }) => Math.round(ms * 10) / 10),
  limits: entries.map(({ limits }) => limits),
  consentId: entries.map(({ consentId }) => consentId),
  faults: entries.map(({ faults }) => faults as string[][]),
});
