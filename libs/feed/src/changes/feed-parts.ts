import type { SourceOutcome, StoppedStep } from '@open-banking/contracts';
import type { FaultRule } from '@open-banking/config';
import { outsideRequests, type BankClock, type Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { FeedLines, StepPart } from './feed-lines.js';
import { countParts, dropParts, keepPart, readPart } from './feed-parts.statements.js';
import { LedgerMismatch, FeedRefused, refusalOfRow, type FeedChange, type FeedFault, type FeedPace, type FeedStep } from './feed-step.js';
import { lockSource, setAside, stopAt, takeTo, type FeedSourceRow } from './feed.statements.js';
import type { FeedTarget } from './feed-target.js';
import { stoppedAt } from './source-outcome.js';

/** A request waits so long for a step to be applied; its sender then repeats the last part, and waits again. */
const maxWaitMs = 10_000;
/** Changes of a large step that are applied by one statement each type. */
const changesAtOnce = 2_000;

interface PlacedStep {
  readonly source: string;
  readonly position: bigint;
}

/**
 * Takes steps that are larger than a request. Their parts wait in the database; the last one has the step applied, in one transaction that
 * goes on where its request ends.
 */
export class FeedParts {
  /** Steps that are being applied here, by source. */
  readonly #applying = new Map<string, { readonly position: bigint; readonly outcome: Promise<SourceOutcome> }>();

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly target: FeedTarget,
    private readonly faults: FaultRule,
    private readonly lines: FeedLines,
  ) {}

  /** Takes a part; returns what became of the step where it is the last. Throws where parts before it are missing. */
  async take(step: FeedStep, { number, isLast }: StepPart, text: string): Promise<SourceOutcome> {
    const { source, position } = step;
    const running = this.#applying.get(source);
    if (running?.position === position && isLast) return waited(running.outcome);
    const kept = await this.database.transaction((tx) => this.#keep(tx, step, number, text));
    if (kept.isOver || !isLast) return kept.outcome;
    const outcome = outsideRequests(() => this.#applyKept({ source, position }));
    this.#applying.set(source, { position, outcome });
    outcome.catch(() => undefined).finally(() => this.#applying.delete(source));
    return waited(outcome);
  }

  async #keep(tx: Transaction, { source, position, lines }: FeedStep, number: number, text: string) {
    const row = (await tx.row(lockSource, source))!;
    const outcome = { source, position: row.position, applied: 0, seen: 0 };
    if (position <= BigInt(row.position)) return { isOver: true, outcome: { ...outcome, seen: lines } };
    const stopped = stoppedAt(row, position);
    if (stopped) return { isOver: true, outcome: { ...outcome, stopped } };
    await tx.rows(dropParts, source, String(position), number);
    const { parts } = (await tx.row(countParts, source, String(position)))!;
    if (parts !== number - 1)
      throw new Refusal([
        {
          code: 'STATUS_INVALID',
          path: '/part',
          text: `Of step ${position} of ${source} ${parts} parts are here, so part ${number} cannot follow: send the step again from part 1.`,
        },
      ]);
    await tx.rows(keepPart, source, String(position), number, text);
    return { isOver: false, outcome };
  }

  async #applyKept(step: PlacedStep): Promise<SourceOutcome> {
    try {
      return await this.#attempt(step, 'together');
    } catch (error) {
      if (error instanceof FeedRefused) return this.#fail(step, error);
      if (error instanceof LedgerMismatch) {
        const line = await this.#lineOf(step, error.what);
        return this.#fail(step, { line, reason: error.message, ...(error.field !== undefined && { field: error.field }) });
      }
      if (!refusalOfRow(error)) throw error;
      return this.#attempt(step, 'row by row').catch((refused: unknown) => {
        if (refused instanceof FeedRefused) return this.#fail(step, refused);
        throw refused;
      });
    }
  }

  #attempt(step: PlacedStep, pace: FeedPace): Promise<SourceOutcome> {
    const { source } = step;
    return this.database.transaction(async (tx) => {
      const position = String(step.position);
      const over = await overIn(tx, step);
      if (over) return over;
      const count = { lines: 0, passedOver: [] as StoppedStep[] };
      await this.target.applySlices(tx, this.#slices(tx, step, count), pace);
      await tx.rows(takeTo, source, position, this.clock.now());
      await tx.rows(dropParts, source, position, 1);
      const { lines, passedOver } = count;
      const outcome = { source, position, applied: lines - passedOver.length, seen: 0 };
      return passedOver.length > 0 ? { ...outcome, passedOver } : outcome;
    });
  }

  /** The changes of the parts, with their lines counted through. */
  async *#slices(
    tx: Transaction,
    step: PlacedStep,
    count: { lines: number; readonly passedOver: StoppedStep[] },
  ): AsyncGenerator<readonly FeedChange[]> {
    for await (const [text, before] of this.#parts(tx, step)) {
      const { changes, fault, lines } = (await this.lines.read(text)).steps[0]!;
      if (fault) throw new FeedRefused(before + fault.line, fault.field, fault.reason);
      count.lines += lines;
      const placed = changes.map((change) => ({ ...change, line: before + change.line }));
      for (const { line, booksNothing } of placed)
        if (booksNothing !== undefined)
          count.passedOver.push({ position: String(step.position), line, field: booksNothing, reason: 'of zero books nothing' });
      for (let from = 0; from < placed.length; from += changesAtOnce) yield placed.slice(from, from + changesAtOnce);
    }
  }

  /** The texts of the parts, each with the number of lines before it. */
  async *#parts(tx: Transaction, { source, position }: PlacedStep): AsyncGenerator<readonly [text: string, before: number]> {
    let before = 0;
    for (let number = 1; ; number += 1) {
      const part = await tx.row(readPart, source, String(position), number);
      if (!part) return;
      yield [part.lines, before];
      before += part.lines.trimEnd().split('\n').length;
    }
  }

  /** The first line that has the id of what does not agree; 1 where none has. */
  #lineOf(step: PlacedStep, what: string): Promise<number> {
    const [id = what] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(what) ?? [];
    return this.database.transaction(async (tx) => {
      for await (const [text, before] of this.#parts(tx, step)) {
        const at = text.split('\n').findIndex((line) => line.toLowerCase().includes(id));
        if (at >= 0) return before + at + 1;
      }
      return 1;
    });
  }

  #lineText(tx: Transaction, step: PlacedStep, line: number): Promise<string | null> {
    const find = async (): Promise<string | null> => {
      for await (const [text, before] of this.#parts(tx, step)) {
        const lines = text.trimEnd().split('\n');
        if (line <= before + lines.length) return lines[line - before - 1] ?? null;
      }
      return null;
    };
    return find();
  }

  /** The step stops its source, or is set aside; either way its parts go, and it is sent again whole. */
  #fail(step: PlacedStep, { line, field, reason }: FeedFault): Promise<SourceOutcome> {
    const { source } = step;
    const position = String(step.position);
    const fault = { position, line, ...(field !== undefined && { field }), reason };
    return this.database.transaction(async (tx) => {
      const over = await overIn(tx, step);
      if (over) return over;
      const [row, now, text] = [(await tx.row(lockSource, source))!, this.clock.now(), await this.#lineText(tx, step, line)];
      await tx.rows(dropParts, source, position, 1);
      const outcome = { source, applied: 0, seen: 0 };
      if (this.faults === 'stop') {
        await tx.rows(stopAt, source, position, text, field ?? null, reason, now);
        return { ...outcome, position: row.position, stopped: fault };
      }
      await tx.rows(setAside, source, position, text, field ?? null, reason, now, null);
      await tx.rows(takeTo, source, position, now);
      return { ...outcome, position, setAside: [fault] };
    });
  }
}

/** The outcome of a step that another sender has applied meanwhile. Locks the source until the transaction ends. */
async function overIn(tx: Transaction, { source, position }: PlacedStep): Promise<SourceOutcome | undefined> {
  const row: FeedSourceRow = (await tx.row(lockSource, source))!;
  return position <= BigInt(row.position) ? { source, position: row.position, applied: 0, seen: 1 } : undefined;
}

/** The outcome, or after a while a refusal that has the sender ask again. */
async function waited(outcome: Promise<SourceOutcome>): Promise<SourceOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = 'The step is still being applied: send its last part again.';
    timer = setTimeout(() => {
      reject(new Refusal([{ code: 'SERVICE_UNAVAILABLE', text }], undefined, { retryAfterSeconds: 1 }));
    }, maxWaitMs);
  });
  return Promise.race([outcome, late]).finally(() => {
    clearTimeout(timer);
  });
}
