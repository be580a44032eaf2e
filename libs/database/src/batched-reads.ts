import type { Pool } from 'pg';
import { asRefusal } from './postgres-error.js';
import type { RunLimits, Statement } from './statement.js';
import { asParameter, piggybackedRow, rowsByCaller, type BatchStatement, type Piggyback } from './statement-batch.js';
import { forBytes } from './statement-query.js';
import { outsideRequests, waitWithin } from './time-budget.js';

/** Callers whose run has no answer by now ask alone, where they have time left. */
const aloneMs = 300;

/** A run of one caller, which makes it itself and says when it has ended. */
interface OwnRun {
  readonly ended: () => void;
}

interface Caller<Row> {
  readonly args: readonly unknown[];
  /** When its time is over, by `performance.now()`. */
  readonly endsAt: number;
  readonly resolve: (answer: Row[] | OwnRun) => void;
  readonly reject: (error: unknown) => void;
}

/** Who waits for the answers to a question that is asked besides. */
export interface PiggybackAsker {
  /** A caller waits for a run that will ask it. */
  queued(): void;
  /** A run begins: with what it asks. */
  begun(): PiggybackedQuestion;
}

export interface PiggybackedQuestion {
  readonly parameter: string | null;
  /** Called once, before the callers of the run are answered; undefined: nobody answers. */
  readonly answered: (row: Readonly<Record<string, unknown>> | undefined) => void;
}

/** What a run has found: the rows of each caller, and what it asked besides. */
interface BatchResult<Row> {
  readonly answers: Row[][];
  readonly piggybacked?: Readonly<Record<string, unknown>>;
}

interface Batched {
  readonly batch: BatchStatement;
  readonly runs: RunLimits;
}

type StatementToBatch<Row> = Pick<Statement<Row, never>, 'name' | 'waitsMs' | 'bytes'> & Batched;

/** Whether a statement may be asked for several callers together. */
export const hasBatch = <Row, Args extends readonly unknown[]>(
  statement: Statement<Row, Args>,
): statement is Statement<Row, Args> & Batched => statement.batch !== undefined;

const inRunOfOthers: OwnRun = { ended: () => undefined };

/**
 * One statement, asked for all callers that arrive while others of it are under way. Nothing is kept: every run begins after its
 * callers have asked, so no answer is older than its request.
 */
class BatchedStatement<Row> {
  #waiting: Caller<Row>[] = [];
  #underWay = 0;

  constructor(
    private readonly pool: () => Pool,
    private readonly statement: StatementToBatch<Row>,
    private readonly asker: PiggybackAsker | undefined,
  ) {}

  /** A caller's rows, or leave to ask alone. */
  ask(args: readonly unknown[]): Promise<Row[] | OwnRun> {
    const endsAt = performance.now() + waitWithin(Number.POSITIVE_INFINITY);
    this.asker?.queued();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ args, endsAt, resolve, reject });
      if (this.#waiting.length === 1 && this.#underWay < this.statement.runs.concurrency) setImmediate(this.#begin);
    });
  }

  readonly #begin = (): void => {
    const { concurrency, maxCallers, heldMs } = this.statement.runs;
    while (this.#waiting.length > 0 && this.#underWay < concurrency) {
      const callers = this.#waiting.splice(0, maxCallers).filter(inTime);
      if (callers.length === 0) continue;
      this.#underWay += 1;
      let isCounted = true;
      const ended = (): void => {
        clearTimeout(held);
        if (!isCounted) return;
        isCounted = false;
        this.#underWay -= 1;
        this.#begin();
      };
      const held = setTimeout(ended, heldMs).unref();
      if (callers.length === 1 && !this.asker) callers[0]!.resolve({ ended });
      else void this.#run(callers).finally(ended);
    }
  };

  /** Never throws. A run that fails says nothing about each of its callers: the fault may be one's alone. */
  async #run(callers: readonly Caller<Row>[]): Promise<void> {
    const leave = (): void => {
      for (const caller of callers) if (inTime(caller)) caller.resolve(inRunOfOthers);
    };
    const slow = setTimeout(leave, aloneMs).unref();
    const question = this.asker?.begun();
    const found = await outsideRequests(() => this.#found(callers, question)).catch(() => undefined);
    clearTimeout(slow);
    question?.answered(found?.piggybacked);
    if (!found) return leave();
    callers.forEach(({ resolve }, at) => {
      resolve(found.answers[at]!);
    });
  }

  async #found(callers: readonly Caller<Row>[], question: PiggybackedQuestion | undefined): Promise<BatchResult<Row>> {
    const { batch, waitsMs, bytes } = this.statement;
    const { name, text, piggyback } = batch;
    const asked = asParameter(
      batch,
      callers.map(({ args }) => args),
    );
    const { fields, rows } = await this.pool().query<unknown[]>({
      name,
      text,
      values: piggyback ? [asked, question?.parameter ?? null] : [asked],
      rowMode: 'array' as const,
      ...(bytes && forBytes),
      ...(waitsMs !== undefined && { query_timeout: waitsMs }),
    });
    const names = fields.map((field) => field.name);
    return {
      answers: rowsByCaller(batch, names, rows, callers.length),
      ...(piggyback && { piggybacked: piggybackedRow(piggyback, rows) }),
    };
  }
}

/** Whether a caller still has time; one that has none is told so. */
function inTime({ endsAt, reject }: Caller<never>): boolean {
  if (endsAt > performance.now()) return true;
  reject(asRefusal(Object.assign(new Error('PostgreSQL has not answered in the time of the request'), { code: 'ETIMEDOUT' })));
  return false;
}

/** The reads of one pool that are asked together. Each caller keeps its own time; a run that fails or is slow fails nobody else. */
export class BatchedReads {
  readonly #statements = new Map<string, BatchedStatement<unknown>>();
  readonly #askers = new Map<Piggyback, PiggybackAsker>();

  constructor(private readonly pool: () => Pool) {}

  /** Before the first read of a statement with this question. */
  piggyback(question: Piggyback, asker: PiggybackAsker): void {
    this.#askers.set(question, asker);
  }

  /** All rows of a statement that has a batch. `alone` asks it for one caller. */
  async rows<Row>(statement: StatementToBatch<Row>, args: readonly unknown[], alone: () => Promise<Row[]>): Promise<Row[]> {
    const answer = await this.#batched(statement).ask(args);
    if (Array.isArray(answer)) return answer;
    try {
      return await alone();
    } finally {
      answer.ended();
    }
  }

  #batched<Row>(statement: StatementToBatch<Row>): BatchedStatement<Row> {
    const known = this.#statements.get(statement.name);
    if (known) return known as BatchedStatement<Row>;
    const { piggyback } = statement.batch;
    const begun = new BatchedStatement<Row>(this.pool, statement, piggyback && this.#askers.get(piggyback));
    this.#statements.set(statement.name, begun as BatchedStatement<unknown>);
    return begun;
  }
}
