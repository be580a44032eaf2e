import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@open-banking/http';
import { hasReceipt, type Service } from '@open-banking/spec';
import { errorReason, type Logs, type Metrics } from '@open-banking/telemetry';
import type { FastifyReply } from 'fastify';
import type { RecordedReceipts } from './recorded-receipts.js';
import type { CustomerReceipt, CustomerReceipts } from './customer-receipts.js';
import { ReceiptBatch } from './receipt-batch.js';
import type { ReceiptStore } from './receipt-store.js';

/** The most receipts that wait for ais-pis, per process: some 3 MB. Those without room are numbered all the same, so their gap shows. */
const maxWaiting = 10_000;
const everyMs = 1_000;
/** A process without receipts says so often that it lives. */
const aliveMs = 20_000;

/**
 * Numbers the receipts of this process in memory and sends them to ais-pis once a second, or when a batch is full. What a killed process
 * had not sent is lost, and its numbers are missing in the log (docs/decisions/0098-receipts.md).
 */
export class ReceiptCollector implements CustomerReceipts {
  readonly #processId = randomUUID();
  /** Batches in the order of their numbers. The last one grows until it is sent the first time. */
  #batches: ReceiptBatch[] = [];
  #growing?: ReceiptBatch;
  #waiting = 0;
  #next = 0;
  #acceptedAt = -Infinity;
  #ends = false;
  #store?: ReceiptStore;
  #timer?: NodeJS.Timeout;
  #sending?: Promise<void>;
  #away = false;

  constructor(
    private readonly service: Service,
    private readonly metrics: Pick<Metrics, 'countReceipts'>,
    private readonly log: Pick<Logs['log'], 'warn' | 'info'>,
  ) {}

  add(receipt: CustomerReceipt): void {
    const number = this.#next;
    this.#next += 1;
    if (this.#waiting >= maxWaiting) {
      // The numbers of a batch have no gap: the next one begins behind it.
      this.#growing = undefined;
      return this.metrics.countReceipts('lost', 1);
    }
    this.#waiting += 1;
    if (this.#waiting === 1) this.sendIn(everyMs);
    this.growing(number).add(receipt);
    if (this.#ends || (this.#batches[0]!.isFull && !this.#away)) void this.send();
  }

  /** Called after an answer was sent: a read that succeeded gets a receipt. */
  addRead(
    { bank: { operation, clientId, introspection }, params }: AnsweredRequest,
    { statusCode }: Pick<FastifyReply, 'statusCode'>,
  ): void {
    if (clientId === undefined || statusCode !== 200 || !operation || !hasReceipt(operation)) return;
    const resource = Object.values(params as Readonly<Record<string, string>>).join('-');
    this.add({ clientId, operation: operation.id, psuId: introspection?.psuId, consentId: introspection?.consent?.id, resource });
  }

  begin(store: ReceiptStore): void {
    this.#store = store;
    void this.send();
  }

  /** The process is about to end: from now on each receipt is sent at once, and nothing is missing if the next batch never comes. */
  async beginEnd(): Promise<void> {
    this.#ends = true;
    await this.#sending;
    await this.send();
  }

  /** Sends what waits; what is left is lost. */
  async end(): Promise<void> {
    this.#ends = true;
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#waiting > 0) await this.send();
    this.metrics.countReceipts('lost', this.#waiting);
    [this.#batches, this.#growing, this.#waiting] = [[], undefined, 0];
  }

  /**
   * Sends a batch of what waits, or that there is nothing; further batches as long as they are full. While batches are under way there are
   * no others.
   */
  send(): Promise<void> {
    this.#sending ??= this.sendAll().finally(() => {
      this.#sending = undefined;
      const isUnheard = performance.now() - this.#acceptedAt > aliveMs;
      this.sendIn(this.#waiting > 0 || isUnheard ? everyMs : aliveMs);
    });
    return this.#sending;
  }

  /** A second after the first receipt that waits, or when it is time to say that the process lives: it does not wake in between. */
  private sendIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#store || this.#ends) return;
    this.#timer = setTimeout(() => void this.send(), ms).unref();
  }

  private async sendAll(): Promise<void> {
    if (!this.#store) return;
    try {
      do await this.sendFirst(this.#store);
      while (this.hasToSend());
      if (this.#away) this.log.info({ event: 'receipts are recorded again' });
      this.#away = false;
    } catch (error) {
      // If nothing waits, nothing is missing: while a whole bank starts or stops, ais-pis may be away.
      if (this.#away || this.#waiting === 0) return;
      this.log.warn({ event: 'receipts are not recorded', message: errorReason(error) });
      this.#away = true;
    }
  }

  private async sendFirst(store: ReceiptStore): Promise<void> {
    const batch = this.#batches[0] ?? new ReceiptBatch(this.#next);
    if (batch === this.#growing) this.#growing = undefined;
    await store.record(this.recorded(batch));
    if (this.#batches[0] === batch) this.#batches.shift();
    this.#waiting -= batch.count;
    this.#acceptedAt = performance.now();
    this.metrics.countReceipts('recorded', batch.count);
  }

  /** Receipts that come while a batch is sent wait for its second: under load each call would otherwise be followed by a small one. */
  private hasToSend(): boolean {
    return this.#batches.length > 1 || this.#batches[0]?.isFull === true || (this.#ends && this.#waiting > 0);
  }

  /** The batch that a receipt with this number goes into. */
  private growing(number: number): ReceiptBatch {
    if (this.#growing && !this.#growing.isFull) return this.#growing;
    this.#growing = new ReceiptBatch(number);
    this.#batches.push(this.#growing);
    return this.#growing;
  }

  private recorded(batch: ReceiptBatch): RecordedReceipts {
    return {
      processId: this.#processId,
      service: this.service,
      reservedTo: this.#next + maxWaiting,
      ends: this.#ends,
      first: batch.first,
      count: batch.count,
      leaves: batch.lines(this.#processId),
    };
  }
}

/** The facts of an answered request. Those of its token are there once the token is known. */
interface AnsweredRequest {
  readonly bank: Pick<RequestContext, 'operation' | 'clientId'> & {
    readonly introspection?: { readonly psuId?: string; readonly consent?: { readonly id: string } };
  };
  readonly params: unknown;
}
