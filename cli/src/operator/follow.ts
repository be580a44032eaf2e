import { setTimeout as pause } from 'node:timers/promises';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { Argument, Command } from 'commander';
import { BankConnection, print, withBankOptions } from '@open-banking/sandbox/bank-connection';
import { textIn } from '../named-file.js';
import { sendLines, stoppedText } from './feed-sender.js';
import type { FollowedTransaction } from './publication.js';

interface Options {
  readonly coreUrlFile?: string;
  readonly publication: string;
  readonly slot: string;
  readonly table: string;
  readonly source?: string;
}

const again = 1_000;
const mostLines = 500;
/** While one piece is being applied so many transactions are read ahead. */
const mostAhead = 2_000;
const patienceMs = 60_000;

interface Waiting {
  readonly lines: readonly string[];
  readonly transaction: FollowedTransaction;
}

/** Sends the transactions of a core to a service, in order, those that wait together. */
class CoreFollower {
  readonly #waiting: Waiting[] = [];
  #sending = Promise.resolve();
  #isSending = false;
  #stopped: string | undefined;

  constructor(
    private readonly service: LoadedService,
    private readonly source: string,
    private readonly send: (lines: readonly string[]) => ReturnType<typeof sendLines>,
    private readonly fail: (error: Error) => void,
  ) {}

  /** Takes a transaction; returns when there is room for the next one. */
  async take(transaction: FollowedTransaction): Promise<void> {
    const own = transaction.rows.filter((row) => row['service'] === undefined || row['service'] === this.service);
    const position = String(transaction.position);
    const lines = own.map((row, index) =>
      JSON.stringify({ ...(row['change'] as object), source: this.source, position, ...(index < own.length - 1 && { more: true }) }),
    );
    this.#waiting.push({ lines, transaction });
    if (!this.#isSending) this.#sending = this.#sendAll().catch(this.fail);
    if (this.#waiting.length >= mostAhead) await this.#sending;
  }

  /** Sends nothing more: whoever follows next is told again what was not acknowledged. */
  end(): void {
    this.#waiting.length = 0;
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
    const [outcome] = lines.length === 0 ? [] : await this.send(lines);
    const stopped = outcome?.stopped;
    const taken = stopped ? piece.filter(({ transaction: { position } }) => position <= BigInt(outcome.position)) : piece;
    this.#waiting.splice(0, taken.length);
    await taken.at(-1)?.transaction.acknowledge();
    await this.#waitAt(stopped && stoppedText(stopped));
  }

  /** What stops the source is told once. */
  async #waitAt(stopped: string | undefined): Promise<void> {
    if (stopped !== undefined && stopped !== this.#stopped) process.stderr.write(`openbank: ${this.source} is stopped at ${stopped}\n`);
    this.#stopped = stopped;
    if (stopped !== undefined) await pause(again);
  }

  #next(): readonly Waiting[] {
    let count = 0;
    const end = this.#waiting.findIndex(({ lines }) => (count += lines.length) > mostLines);
    return this.#waiting.slice(0, end < 0 ? this.#waiting.length : Math.max(1, end));
  }
}

function urlOf({ coreUrlFile }: Options): string {
  if (coreUrlFile !== undefined) return textIn(coreUrlFile, '--core-url-file').trim();
  const url = process.env['CORE_DATABASE_URL'];
  if (!url) throw new Error("Name the core's database: --core-url-file, or CORE_DATABASE_URL in the environment.");
  return url;
}

export const follow = withBankOptions(new Command('follow'))
  .description("follows a publication of a PostgreSQL of the bank's core and feeds a service with it (docs/feed.md)")
  .addArgument(new Argument('<service>').choices(loadedServices))
  .option('--core-url-file <file>', "file with the URL of the core's database; CORE_DATABASE_URL where it is left out")
  .option('--publication <name>', 'the publication, of inserts', 'openbank')
  .option('--table <name>', 'the table of it whose rows are changes', 'bank_change')
  .option('--slot <name>', 'the replication slot; made where it is not there', 'openbank')
  .option('--source <name>', 'the source of the changes (default: the name of the slot)')
  .action(async (service: LoadedService, options: Options, command: Command) => {
    const [url, { ensureSlot, followPublication }] = [urlOf(options), await import('./publication.js')];
    const { publication, slot, table, source = slot } = options;
    const ended = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort());
    const isEnded = (): boolean => ended.signal.aborted;
    while (!isEnded()) {
      try {
        await ensureSlot(url, slot);
        print(`${service} follows ${publication} from slot ${slot}.`);
        await new Promise<void>((resolve, reject) => {
          const send = (lines: readonly string[]) => sendLines(() => new BankConnection(command).running, service, lines, patienceMs);
          const follower = new CoreFollower(service, source, send, reject);
          followPublication({ url, slot, publication, table }, (transaction) => follower.take(transaction), ended.signal)
            .finally(() => {
              follower.end();
            })
            .then(resolve, reject);
        });
      } catch (error) {
        if (!isEnded()) process.stderr.write(`openbank: ${(error as Error).message}; trying again\n`);
      }
      if (!isEnded()) await pause(again, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  });
