import type { SourceOutcome, StoppedStep } from '@open-banking/contracts';
import type { FaultRule } from '@open-banking/config';
import { markFaultPoint, type BankClock, type Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { followedLogFault, type OfferedLog } from './followed-log.js';
import type { FeedLines, StepPart } from './feed-lines.js';
import { FeedParts } from './feed-parts.js';
import { LedgerMismatch, changesOf, FeedRefused, firstLine, refusalOfRow, type FeedFault, type FeedStep } from './feed-step.js';
import type { FeedTarget } from './feed-target.js';
import {
  addSource,
  lockCoreLog,
  lockSource,
  setAside,
  setCoreLog,
  skipFault,
  sources,
  stopAt,
  takeTo,
  type FeedSourceRow,
} from './feed.statements.js';
import { stoppedAt } from './source-outcome.js';

/** The fault of a step that the database or its books refuse; undefined if the step is not at fault, so that it is tried again later. */
function refusalIn(error: unknown): (Omit<FeedFault, 'line'> & { readonly what?: string }) | undefined {
  if (!(error instanceof LedgerMismatch)) return refusalOfRow(error);
  return { reason: error.message, what: error.what, ...(error.field !== undefined && { field: error.field }) };
}

/** Undoes a transaction that only finds something out. */
class Undone extends Error {}

/** The changes of a step that book nothing. */
const passedOverIn = (step: FeedStep): StoppedStep[] =>
  changesOf([step]).flatMap(({ line, booksNothing }) =>
    booksNothing === undefined ? [] : [{ position: String(step.position), line, field: booksNothing, reason: 'of zero books nothing' }],
  );

const bySource = (steps: readonly FeedStep[]): ReadonlyMap<string, readonly FeedStep[]> => Map.groupBy(steps, ({ source }) => source);
const linesIn = (steps: readonly FeedStep[]): number => steps.reduce((sum, { lines }) => sum + lines, 0);

/**
 * Takes the changes of the bank's core: each source in the order of its positions, each step once and as a whole, with the position in the
 * same transaction. What cannot be applied stops its own source, or is set aside.
 */
export class FeedService {
  readonly #parts: FeedParts;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly target: FeedTarget,
    private readonly faults: FaultRule,
    lines: FeedLines,
  ) {
    this.#parts = new FeedParts(database, clock, target, faults, lines);
  }

  /** Takes what was sent. `lines` are the lines as they were sent, to keep the one that is wrong. */
  async take(steps: readonly FeedStep[], lines: readonly string[]): Promise<SourceOutcome[]> {
    const outcomes: SourceOutcome[] = [];
    for (const [source, own] of bySource(steps)) {
      await this.database.write(addSource, source, this.clock.now());
      outcomes.push(await new FeedRun(this.database, this.clock, this.target, this.faults, source, lines).take(own));
    }
    return outcomes;
  }

  /** Takes a part of a step that is larger than a request. */
  async takePart(step: FeedStep, part: StepPart, text: string): Promise<SourceOutcome[]> {
    await this.database.write(addSource, step.source, this.clock.now());
    return [await this.#parts.take(step, part, text)];
  }

  list() {
    return this.database.rows(sources);
  }

  /**
   * Ties a source to the log of the core that its positions are places in, and returns how far it is taken. A source without a log adopts
   * this one. Refuses a log in which the positions mean something else.
   */
  async follow(source: string, log: OfferedLog): Promise<string> {
    await this.database.write(addSource, source, this.clock.now());
    return this.database.transaction(async (tx) => {
      const { position, system, timeline } = (await tx.row(lockCoreLog, source))!;
      const known = system === null ? undefined : { system, timeline: timeline! };
      const fault = followedLogFault(source, known, BigInt(position), log);
      if (fault !== undefined) throw new Refusal([{ code: 'STATUS_INVALID', path: '/system', text: fault }]);
      await tx.rows(setCoreLog, source, log.system, log.timeline);
      return position;
    });
  }

  /** Passes over the step that stops a source; undefined where nothing stops it there. */
  async skip(source: string, position: string, operator: string): Promise<string | undefined> {
    return (await this.database.write(skipFault, source, position, this.clock.now(), operator))[0]?.position;
  }
}

/** One source of what was sent. */
class FeedRun {
  #applied = 0;
  #seen = 0;
  #position = '-1';
  readonly #setAside: StoppedStep[] = [];
  readonly #passedOver: StoppedStep[] = [];

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly target: FeedTarget,
    private readonly faults: FaultRule,
    private readonly source: string,
    private readonly lines: readonly string[],
  ) {}

  async take(steps: readonly FeedStep[]): Promise<SourceOutcome> {
    const stopped = await this.#takeAll(steps);
    return {
      source: this.source,
      position: this.#position,
      applied: this.#applied,
      seen: this.#seen,
      ...(this.#passedOver.length > 0 && { passedOver: this.#passedOver }),
      ...(this.#setAside.length > 0 && { setAside: this.#setAside }),
      ...(stopped && { stopped }),
    };
  }

  /** Takes steps as a whole; where that fails, those before the first that cannot be taken. */
  async #takeAll(steps: readonly FeedStep[]): Promise<StoppedStep | undefined> {
    const wrong = steps.findIndex(({ fault }) => fault !== undefined);
    if (wrong >= 0) return this.#around(steps, wrong, steps[wrong]!.fault!);
    if (steps.length === 0) return undefined;
    try {
      return await this.#apply(steps);
    } catch (error) {
      if (error instanceof FeedRefused) {
        const at = steps.findIndex(({ changes }) => changes.some(({ line }) => line === error.line));
        return this.#around(steps, at, error);
      }
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      // The error does not name its step: each half is tried by itself.
      const half = Math.floor(steps.length / 2);
      if (half > 0) return (await this.#takeAll(steps.slice(0, half))) ?? this.#takeAll(steps.slice(half));
      return this.#around(steps, 0, await this.#faultOf(steps[0]!, refusal));
    }
  }

  /**
   * Finds the place of a step's fault. The line of a row that the database refuses is found row by row, in a transaction that is undone.
   */
  async #faultOf(step: FeedStep, { what, ...refusal }: NonNullable<ReturnType<typeof refusalIn>>): Promise<FeedFault> {
    if (what !== undefined) return { line: firstLine(step, what), ...refusal };
    const found = await this.database
      .transaction(async (tx) => {
        await this.target.apply(tx, [step], 'row by row');
        throw new Undone();
      })
      .catch((error: unknown) => error);
    return found instanceof FeedRefused ? partsOf(found) : { line: step.changes[0]!.line, ...refusal };
  }

  async #around(steps: readonly FeedStep[], at: number, fault: FeedFault): Promise<StoppedStep | undefined> {
    const before = await this.#takeAll(steps.slice(0, at));
    if (before) return before;
    const isOver = await this.#fail(steps[at]!, fault);
    return isOver ? this.#takeAll(steps.slice(at + 1)) : { position: String(steps[at]!.position), ...partsOf(fault) };
  }

  async #apply(steps: readonly FeedStep[]): Promise<StoppedStep | undefined> {
    const now = this.clock.now();
    const outcome = await this.database.transaction(async (tx) => {
      const { todo, stopped, row } = await this.#todo(tx, steps);
      if (stopped || todo.length === 0) return { stopped, todo, position: row.position };
      await this.target.apply(tx, todo);
      const position = String(todo.at(-1)!.position);
      await tx.rows(takeTo, this.source, position, now);
      markFaultPoint(tx, 'feed taken', this.source);
      return { todo, position };
    });
    this.#position = outcome.position;
    if (outcome.stopped) return outcome.stopped;
    const taken = linesIn(outcome.todo);
    const nothing = outcome.todo.flatMap(passedOverIn);
    this.#passedOver.push(...nothing);
    this.#applied += taken - nothing.length;
    this.#seen += linesIn(steps) - taken;
    return undefined;
  }

  /** Notes that a step cannot be taken. Returns whether the source goes on after it. */
  async #fail(step: FeedStep, fault: FeedFault): Promise<boolean> {
    const [now, position] = [this.clock.now(), String(step.position)];
    const line = this.lines[fault.line - 1] ?? null;
    return this.database.transaction(async (tx) => {
      const { todo, stopped, row } = await this.#todo(tx, [step]);
      this.#position = row.position;
      if (stopped) return false;
      if (todo.length === 0) {
        this.#seen += step.lines;
        return true;
      }
      if (this.faults === 'stop') {
        await tx.rows(stopAt, this.source, position, line, fault.field ?? null, fault.reason, now);
        return false;
      }
      await tx.rows(setAside, this.source, position, line, fault.field ?? null, fault.reason, now, null);
      await tx.rows(takeTo, this.source, position, now);
      this.#position = position;
      this.#setAside.push({ position, ...partsOf(fault) });
      return true;
    });
  }

  /**
   * The steps that are left, out of steps that may have been taken before. A stopped source takes the step that stops it, and nothing that
   * comes after it.
   */
  async #todo(
    tx: Transaction,
    steps: readonly FeedStep[],
  ): Promise<{ readonly row: FeedSourceRow; readonly todo: readonly FeedStep[]; readonly stopped?: StoppedStep }> {
    const row = (await tx.row(lockSource, this.source))!;
    const taken = BigInt(row.position);
    const todo = steps.filter(({ position }) => position > taken);
    const stopped = todo[0] && stoppedAt(row, todo[0].position);
    return { row, todo, ...(stopped && { stopped }) };
  }
}

const partsOf = ({ line, field, reason }: FeedFault): FeedFault => ({
  line,
  ...(field !== undefined && { field }),
  reason,
});
