import type { Pool } from 'pg';
import { asRefusal } from './postgres-error.js';
import type { RunLimits, Statement } from './statement.js';
import { asParameter, rowsByCaller, type BatchStatement } from './statement-batch.js';
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

interface Batched {
  readonly batch: BatchStatement;
  readonly runs: RunLimits;
}

type Asked<Row> = Pick<Statement<Row, never>, 'name' | 'waitsMs' | 'bytes'> & Batched;

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
    private readonly statement: Asked<Row>,
  ) {}

  /** A caller's rows, or leave to ask alone. */
  ask(args: readonly unknown[]): Promise<Row[] | OwnRun> {
    const endsAt = performance.now() + waitWithin(Number.POSITIVE_INFINITY);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ args, endsAt, resolve, reject });
      if (this.#waiting.length === 1 && this.#underWay < this.statement.runs.atOnce) setImmediate(this.#begin);
    });
  }

  readonly #begin = (): void => {
    const { atOnce, mostTogether, heldMs } = this.statement.runs;
    while (this.#waiting.length > 0 && this.#underWay < atOnce) {
      const callers = this.#waiting.splice(0, mostTogether).filter(inTime);
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
      if (callers.length === 1) callers[0]!.resolve({ ended });
      else void this.#run(callers).finally(ended);
    }
  };

  /** Never throws. A run that fails says nothing about each of its callers: the fault may be one's alone. */
  async #run(callers: readonly Caller<Row>[]): Promise<void> {
    const leave = (): void => {
      for (const caller of callers) if (inTime(caller)) caller.resolve(inRunOfOthers);
    };
    const slow = setTimeout(leave, aloneMs).unref();
    try {
      const answers = await outsideRequests(() => this.#answers(callers));
      callers.forEach(({ resolve }, at) => {
        resolve(answers[at]!);
      });
    } catch {
      leave();
    } finally {
      clearTimeout(slow);
    }
  }

  async #answers(callers: readonly Caller<Row>[]): Promise<Row[][]> {
    const { batch, waitsMs, bytes } = this.statement;
    const { name, text } = batch;
    const values = [
      asParameter(
        batch,
        callers.map(({ args }) => args),
      ),
    ];
    const asked = {
      name,
      text,
      values,
      rowMode: 'array' as const,
      ...(bytes && forBytes),
      ...(waitsMs !== undefined && { query_timeout: waitsMs }),
    };
    const { fields, rows } = await this.pool().query<unknown[]>(asked);
    return rowsByCaller(
      batch,
      fields.map((field) => field.name),
      rows,
      callers.length,
    );
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

  constructor(private readonly pool: () => Pool) {}

  /** All rows of a statement that has a batch. `alone` asks it for one caller. */
  async rows<Row>(statement: Asked<Row>, args: readonly unknown[], alone: () => Promise<Row[]>): Promise<Row[]> {
    const answer = await this.#batched(statement).ask(args);
    if (Array.isArray(answer)) return answer;
    try {
      return await alone();
    } finally {
      answer.ended();
    }
  }

  #batched<Row>(statement: Asked<Row>): BatchedStatement<Row> {
    const known = this.#statements.get(statement.name) ?? new BatchedStatement<Row>(this.pool, statement);
    this.#statements.set(statement.name, known as BatchedStatement<unknown>);
    return known as BatchedStatement<Row>;
  }
}
