import type { SourceOutcome } from '@open-banking/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { maxPartBytes, stoppedText } from './feed-sender.js';
import type { FollowedTransaction } from './publication.js';

const againMs = 1_000;
const maxLines = 500;
/** While one piece is being applied so many transactions are read ahead. */
const maxLinesAhead = 2_000;

interface QueuedTransaction {
  readonly lines: readonly string[];
  readonly transaction: FollowedTransaction;
}

/** Sends the lines of whole steps of one source, or of one step of any size, and returns what became of them. */
export type SendSteps = (lines: readonly string[], isOneStep: boolean) => Promise<readonly SourceOutcome[]>;

/** Sends the transactions of a core to a service, in order, those that wait together. */
export class CoreBankingFollower {
  readonly #waiting: QueuedTransaction[] = [];
  #sending = Promise.resolve();
  #isSending = false;
  #isOver = false;
  #stopped: string | undefined;

  constructor(
    private readonly service: LoadedService,
    private readonly source: string,
    private readonly send: SendSteps,
    private readonly fail: (error: Error) => void,
    private readonly report: (text: string) => void,
  ) {}

  /** Takes a transaction; returns when there is room for the next one. */
  async take(transaction: FollowedTransaction): Promise<void> {
    const position = String(transaction.position);
    const own = transaction.rows.filter((row) => this.#isOwn(row, position));
    const lines = own.map((row, index) =>
      // What a change says of these itself does not count: they are the transaction's.
      JSON.stringify({
        ...(row['change'] as object),
        source: this.source,
        position,
        part: undefined,
        more: index < own.length - 1 || undefined,
      }),
    );
    this.#waiting.push({ lines, transaction });
    if (!this.#isSending) this.#sending = this.#sendAll().catch(this.fail);
    if (this.#waiting.length >= maxLinesAhead) await this.#sending;
  }

  /** Sends nothing more, and waits for what is being sent: whatever was not acknowledged comes again. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#waiting.length = 0;
    await this.#sending;
  }

  /** A row for another service has a follower of its own. One that names none has no follower: it is reported. */
  #isOwn({ service }: Readonly<Record<string, unknown>>, position: string): boolean {
    if (service === undefined || service === this.service) return true;
    if (!(loadedServices as readonly unknown[]).includes(service))
      this.report(
        `${this.source}: a row at position ${position} is for the service ${JSON.stringify(service)}, which is none: nobody takes it`,
      );
    return false;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#waiting.length > 0) await this.#sendNext();
    } finally {
      this.#isSending = false;
    }
  }

  /** A transaction is acknowledged when it is applied: one that stops the source is sent again until it is right or passed over. */
  async #sendNext(): Promise<void> {
    const piece = this.#next();
    const lines = piece.flatMap(({ lines: of }) => of);
    const [outcome] = lines.length === 0 ? [] : await this.send(lines, piece.length === 1);
    if (this.#isOver) return;
    if (outcome) this.#reportOutcome(outcome);
    const stopped = outcome?.stopped;
    const taken = stopped ? piece.filter(({ transaction: { position } }) => position <= BigInt(outcome.position)) : piece;
    this.#waiting.splice(0, taken.length);
    await taken.at(-1)?.transaction.acknowledge();
    await this.#waitAt(stopped && stoppedText(stopped));
  }

  /** What was left out is reported, each once: it does not come again. */
  #reportOutcome({ setAside = [], passedOver = [] }: SourceOutcome): void {
    for (const fault of setAside) this.report(`${this.source} sets aside ${stoppedText(fault)}`);
    for (const fault of passedOver) this.report(`${this.source} passes over ${stoppedText(fault)}`);
  }

  /** What stops the source is reported once. */
  async #waitAt(stopped: string | undefined): Promise<void> {
    if (stopped !== undefined && stopped !== this.#stopped) this.report(`${this.source} is stopped at ${stopped}`);
    this.#stopped = stopped;
    if (stopped !== undefined) await pause(againMs);
  }

  #next(): readonly QueuedTransaction[] {
    let [count, bytes] = [0, 0];
    const end = this.#waiting.findIndex(({ lines }) => {
      count += lines.length;
      bytes += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
      return count > maxLines || bytes > maxPartBytes;
    });
    return this.#waiting.slice(0, end < 0 ? this.#waiting.length : Math.max(1, end));
  }
}
