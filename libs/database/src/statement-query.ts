import type { Pool, PoolClient, QueryArrayConfig } from 'pg';
import { inSpan } from '@open-banking/telemetry/tracing';
import { databaseSpan } from './database-span.js';
import { textAsBytes } from './binary-rows.js';
import { asRefusal } from './postgres-error.js';
import type { Statement } from './statement.js';
import { rowOf } from './statement-batch.js';
import { noteStatement } from './time-budget.js';
import type { TimedQuery } from './time-limited-client.js';

/** Runs a statement. `waitsMs` bounds the wait for its answer; by default the connection does. Errors of PostgreSQL become refusals. */
export async function query<Row, Args extends readonly unknown[]>(
  runner: Pool | PoolClient,
  statement: Statement<Row, Args>,
  values: readonly unknown[],
  waitsMs = statement.waitsMs,
): Promise<Row[]> {
  return recordQuery(statement.name, () => send(runner, statement, values, waitsMs));
}

/** Notes a statement as one of the request that runs, and records `work` as its span. */
export function recordQuery<T>(name: string, work: () => Promise<T>): Promise<T> {
  noteStatement(name);
  return inSpan(name, databaseSpan, work);
}

/** As `query`, for a statement that is recorded already. */
export async function send<Row, Args extends readonly unknown[]>(
  runner: Pool | PoolClient,
  { name, text, waitsMs: usualMs, bytes }: Statement<Row, Args>,
  values: readonly unknown[],
  waitsMs = usualMs,
): Promise<Row[]> {
  const asked: TimedQuery = {
    name,
    text,
    values: values as unknown[],
    ...(waitsMs !== undefined && { query_timeout: waitsMs }),
  };
  try {
    return bytes ? await sendForBytes(runner, asked) : ((await runner.query(asked)).rows as Row[]);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Asks pg for texts as bytes. */
export const forBytes = { binary: true, types: textAsBytes } as const;

/** Asks for arrays, as pg copies the bytes of values that it puts into objects itself. */
async function sendForBytes<Row>(runner: Pool | PoolClient, asked: TimedQuery): Promise<Row[]> {
  const { fields, rows } = await runner.query<unknown[]>({
    ...asked,
    ...forBytes,
    rowMode: 'array',
  } as QueryArrayConfig);
  const names = fields.map(({ name }) => name);
  return rows.map((values) => rowOf(names, values, 0) as Row);
}

/** Waits at most `ms` milliseconds for `coming` (0: without limit). A result that comes later is passed to `late`. */
export async function within<T>(ms: number, coming: Promise<T>, late: (came: T) => unknown): Promise<T> {
  if (ms === 0) return coming;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      refuse(new Error('timeout exceeded when trying to connect'));
      coming.then(late, () => undefined);
    }, ms);
  });
  try {
    return await Promise.race([coming, over]);
  } finally {
    clearTimeout(timer);
  }
}
