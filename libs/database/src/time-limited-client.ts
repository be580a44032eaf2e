import type pg from 'pg';
import { readBinaryRows, stream } from './binary-rows.js';
import { DatabaseClient, type Servers } from './database-client.js';
import { waitWithin } from './time-budget.js';

/** A query, with how long its answer may take where that is another time than usual. */
export type TimedQuery = pg.QueryConfig & { readonly query_timeout?: number; readonly binary?: boolean };

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/** `query_timeout` of the pool is how long any answer may take, in milliseconds. */
type Limited = pg.ClientConfig & Partial<Servers> & { readonly query_timeout?: number };

/** read_only_sql_transaction: the server is no longer the primary. */
const readOnly = '25006';

/**
 * A connection that waits for PostgreSQL only as long as the request has time. `statement_timeout` is kept by the server;
 * one that is frozen, or cut off, keeps nothing. A connection whose answer did not come is ended: what it was asked may still be
 * done, and its answer would be taken for that of the next question. One to a server that no longer takes writes is ended too: the
 * next connection looks for the primary.
 */
export class TimeLimitedClient extends DatabaseClient {
  readonly #usualMs: number;

  constructor(options: Limited = {}) {
    super({ stream, ...options });
    this.#usualMs = options.query_timeout ?? 0;
    readBinaryRows(this);
    // What runs on a connection that is lost is told so itself. The event besides would end the process, as nobody listens to it here.
    this.on('error', () => undefined);
  }

  // pg has a dozen forms of it: text or object, with values or without, answering a promise or a callback.
  override query(...asked: unknown[]): never {
    const [what, ...rest] = asked as [string | TimedQuery | pg.Submittable, ...unknown[]];
    const run = super.query.bind(this) as (...given: unknown[]) => unknown;
    const maxMs = typeof what === 'string' ? this.#usualMs : ((what as TimedQuery).query_timeout ?? this.#usualMs);
    // A stream (COPY) takes as long as it takes.
    if (!maxMs || (typeof what === 'object' && 'submit' in what)) return run(what, ...rest) as never;
    const limitMs = waitWithin(maxMs);
    const timed = { ...(typeof what === 'string' ? { text: what } : what), query_timeout: limitMs };
    const callback = rest.at(-1);
    if (typeof callback !== 'function') {
      return (run(timed, ...rest) as Promise<unknown>).catch((error: Error) => {
        throw this.#timeLimitError(error, limitMs);
      }) as never;
    }
    const settled: Callback = (error, result) => {
      (callback as Callback)(error && this.#timeLimitError(error, limitMs), result);
    };
    return run(timed, ...rest.slice(0, -1), settled) as never;
  }

  #timeLimitError(error: Error, limitMs: number): Error {
    const silent = error.message === 'Query read timeout';
    if (silent || (error as { code?: string }).code === readOnly) void this.end().catch(() => undefined);
    if (!silent) return error;
    return Object.assign(new Error(`PostgreSQL has not answered for ${limitMs} ms`, { cause: error }), { code: 'ETIMEDOUT' });
  }
}
