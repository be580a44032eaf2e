import type pg from 'pg';
import { machineClock, type BankClock } from '@open-banking/database';
import { descriptionOf, type LoadFormat } from './load-format.js';
import type { Proof } from './ledger-proof.js';
import { LoadErrors, LoadRows, type ReadLine } from './load-rows.js';
import { forgetPosition, LoadSession, savedPosition } from './load-session.js';
import { LoadSource, type LoadPosition } from './load-source.js';
import { LoadWriter, type LoadBatch } from './load-writer.js';

export interface LoadProgress {
  /** Read so far; what was taken by a load that was interrupted is among them. */
  readonly bytes: number;
  readonly lines: number;
  /** Unknown of standard input. */
  readonly totalBytes: number | undefined;
  /** How many lines and bytes were taken by a load that was interrupted. */
  readonly resumed: { readonly bytes: number; readonly lines: number };
}

export interface LoadOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Called for each commit, with the number of lines that are loaded by then. */
  readonly onCommitted?: (lines: number) => void;
  /** Called for each line that books nothing (an amount of zero) and is passed over, with its number. */
  readonly onPassedOver?: (line: number) => void;
  /** How many lines a batch has at least; 50,000 where nothing is said. Larger ones give no speed, smaller ones cost their proofs and a commit each. */
  readonly batchLines?: number | undefined;
  /** All of the file or nothing, however large it is. */
  readonly whole?: boolean;
  /** From the beginning, even where a load of this file was interrupted. */
  readonly anew?: boolean;
  /** The bank's time: its time zone and current day. `machineClock()` where it is left out. */
  readonly clock?: BankClock | undefined;
  /** Runs in the transaction of the last batch, when its proofs hold. */
  readonly beforeCommit?: (client: pg.Client) => Promise<void>;
}

/** What a file must agree with, see `ServiceTables`. */
export interface LoadProofs {
  readonly proofs: readonly Proof[];
  readonly byResource: boolean;
}

const usualBatchLines = 50_000;
/** Of the rows of a batch, whatever number of lines that is. */
const batchLength = 16 << 20;

/**
 * Loads a file, or standard input (`-`), into a database by COPY. A file of up to 50,000 lines is loaded whole or, with a `LoadError` or
 * `LoadErrors` that name file, line and field, not at all. A larger one is committed in batches, each where its resource ends and the books
 * agree: after an interruption or an error the database has whole batches, and the same file goes on where they end. A line of a row that is
 * there changes it where the format has a key for it; elsewhere it is refused as a duplicate. A booking day after the bank's current day (as
 * the load begins) is refused. `databaseUrl` is the owner's. Returns how many lines the file has.
 */
export async function loadFile(
  path: string,
  format: LoadFormat,
  databaseUrl: string,
  { proofs, byResource }: LoadProofs,
  options: LoadOptions = {},
): Promise<number> {
  const source = await LoadSource.open(path);
  const sessions: LoadSession[] = [];
  try {
    while (sessions.length < 2) sessions.push(await LoadSession.connect(databaseUrl, source.name, byResource));
    const { client } = sessions[0]!;
    const head = await source.head();
    if (options.anew) await forgetPosition(client, head);
    const saved = await savedPosition(client, head);
    if (saved) await source.skip(saved);
    const checks = { format, proofs, byResource, beforeCommit: options.beforeCommit };
    const writer = new LoadWriter(sessions, source, head, checks, ({ lines }) => options.onCommitted?.(lines));
    const { clock = machineClock() } = options;
    const lines = await new LoadRun(source, new LoadRows(source.name, format, clock.today()), writer, {
      ...options,
      whole: options.whole === true || !byResource,
    }).run();
    // Without it the first plans would be made for empty tables. Only the owner may; others are told so in a notice. A tenth of the usual
    // sample, as in `RowCopy`: autovacuum takes the usual one when rows change.
    await client.query('set default_statistics_target = 10');
    await client.query(`analyze ${[...new Set(Object.values(format).map((line) => `"${descriptionOf(line).table}"`))].join(', ')}`);
    return lines;
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
    await source.close();
  }
}

/** Reads the lines of a file and hands them on in batches. */
class LoadRun {
  readonly #resumed: LoadPosition;
  /** Where the batch that is being read begins. */
  #from: LoadPosition;
  #lines: number;
  #handed: Promise<void> | undefined;

  constructor(
    private readonly source: LoadSource,
    private readonly rows: LoadRows,
    private readonly writer: LoadWriter,
    private readonly options: LoadOptions,
  ) {
    this.#resumed = this.#from = source.position;
    this.#lines = this.#from.lines;
  }

  async run(): Promise<number> {
    const { rows, source, writer } = this;
    for await (const block of source.blocks()) {
      await this.#take(block);
      if (rows.isHopeless) break;
      const { bytes } = source.position;
      this.options.onProgress?.({ bytes, lines: this.#lines, totalBytes: source.totalBytes, resumed: this.#resumed });
    }
    if (rows.errors.length === 0) await this.#hand('always');
    // What stands before the error is loaded, and goes on being loaded while the rest is read.
    await this.#handed;
    await writer.settled();
    if (rows.errors.length > 0) throw rows.errors.length === 1 ? rows.errors[0]! : new LoadErrors(rows.errors);
    return this.#lines;
  }

  async #take(bytes: Buffer): Promise<void> {
    const { rows, source } = this;
    let done = 0;
    let linesDone = this.#lines;
    /** Moves the position to the end of the lines read so far. */
    const advance = (end: number): void => {
      source.advance(bytes.subarray(done, end), this.#lines - linesDone);
      [done, linesDone] = [end, this.#lines];
    };
    for (let start = 0; start < bytes.length; start = rows.end + 1) {
      const read = rows.read(bytes, start, this.#lines + 1);
      if (rows.passedOver.at(-1) === this.#lines + 1) this.options.onPassedOver?.(this.#lines + 1);
      if (read && this.#isFull(read)) {
        advance(start);
        await this.#hand(!this.options.whole && !rows.continues(read) ? 'where they agree' : 'never');
      }
      this.#lines += 1;
      if (read) rows.keep(read);
    }
    advance(bytes.length);
  }

  /** A batch ends with its resource; one that has more than twice the lines does not wait for that. */
  #isFull(next: ReadLine): boolean {
    const { rows } = this;
    const { batchLines = usualBatchLines } = this.options;
    if (rows.errors.length > 0 || (rows.count < batchLines && rows.length < batchLength)) return false;
    return !rows.continues(next) || rows.count >= 2 * batchLines || rows.length >= 2 * batchLength;
  }

  /** One batch at most waits for its turn, while the next one is being read. */
  async #hand(end: LoadBatch['end']): Promise<void> {
    const [from, to, count] = [this.#from, this.source.position, this.rows.count];
    this.#from = to;
    const batch = { ...this.rows.take(), from, to, count, end };
    await this.#handed;
    this.#handed = this.writer.add(batch);
    // Its failure is found by whoever waits for it next.
    this.#handed.catch(() => undefined);
  }
}
