import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Statement } from './statement.js';
import { shiftedParameters } from './statement-batch.js';
import { outsideRequests } from './time-budget.js';

/** Callers that have no answer by now ask alone: a locked table holds up only the read that needs it. */
const aloneMs = 100;

type PolledStatement = Pick<Statement<unknown, never>, 'name' | 'text'>;

interface Caller {
  readonly statement: PolledStatement;
  readonly args: readonly unknown[];
  /** Takes the rows, or leave to ask alone. */
  readonly resolve: (rows: unknown[] | undefined) => void;
}

/** One statement with the rows of each as JSON, in a column of its own. */
function togetherOf(statements: readonly PolledStatement[], counts: readonly number[]): { readonly name: string; readonly text: string } {
  let before = 0;
  const columns = statements.map(({ text }, at) => {
    const own = shiftedParameters(text, before);
    before += counts[at]!;
    return `(select json_agg(found) from (${own}) found)`;
  });
  const text = `select ${columns.join(',\n')}`;
  return { name: `polled.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`, text };
}

/**
 * Reads that recurring work repeats each second, mostly to find nothing: those that are asked in the same turn of the event loop go to the
 * database in one statement. Each statement costs an idle process and PostgreSQL 1.5 ms of processor time (docs/decisions/0062).
 */
export class PolledReads {
  #waiting: Caller[] = [];
  readonly #known = new Map<string, ReturnType<typeof togetherOf>>();

  constructor(private readonly pool: () => Pool) {}

  /** A statement's rows, or undefined: the caller asks alone, because nobody else has asked, or the common read has failed or is slow. */
  rows<Row>(statement: PolledStatement, args: readonly unknown[]): Promise<Row[] | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push({ statement, args, resolve: resolve as Caller['resolve'] });
      if (this.#waiting.length === 1) setImmediate(this.#begin);
    });
  }

  readonly #begin = (): void => {
    // In one order, so that the same reads are the same statement.
    const callers = this.#waiting.toSorted((one, other) => (one.statement.name < other.statement.name ? -1 : 1));
    this.#waiting = [];
    if (callers.length === 1) callers[0]!.resolve(undefined);
    else void outsideRequests(() => this.#answer(callers));
  };

  /** Never throws. A read that fails says nothing about each of its callers: the fault may be one's alone. */
  async #answer(callers: readonly Caller[]): Promise<void> {
    const leave = (): void => {
      for (const { resolve } of callers) resolve(undefined);
    };
    const slow = setTimeout(leave, aloneMs).unref();
    try {
      const values = callers.flatMap(({ args }) => args);
      const { rows } = await this.pool().query<(unknown[] | null)[]>({ ...this.#together(callers), values, rowMode: 'array' });
      callers.forEach(({ resolve }, at) => {
        resolve(rows[0]![at] ?? []);
      });
    } catch {
      leave();
    } finally {
      clearTimeout(slow);
    }
  }

  #together(callers: readonly Caller[]): ReturnType<typeof togetherOf> {
    const names = callers.map(({ statement }) => statement.name).join(' ');
    const known =
      this.#known.get(names) ??
      togetherOf(
        callers.map(({ statement }) => statement),
        callers.map(({ args }) => args.length),
      );
    this.#known.set(names, known);
    return known;
  }
}
