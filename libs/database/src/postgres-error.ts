import { Refusal } from '@open-banking/messages';
import pg from 'pg';

interface PostgresError {
  readonly code?: string;
  readonly message: string;
}

/** The code that the services' own triggers raise, with a text that clients may read. */
const raisedByTriggers = 'OB503';

const unavailable = new Set([
  '57014', // query_canceled: over statement_timeout
  '55P03', // lock_not_available: over lock_timeout
  '55000', // object_not_in_prerequisite_state: a server in recovery, or an object in the middle of a change
  '53100',
  '53200', // disk_full, out_of_memory: what was begun is undone, and room is made by people
  '53300', // too_many_connections
  '25006', // read_only_sql_transaction: a standby that is not yet, or no longer, the one to write to
  '57P01',
  '57P02',
  '57P03', // the server is shutting down or starting
  '25P03', // idle_in_transaction_session_timeout
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** Two transactions stood in each other's way, and PostgreSQL has undone this one: it can be run again. */
const conflicts = {
  '40P01': 'deadlock', // deadlock_detected
  '40001': 'serialization', // serialization_failure
} as const;

export type ConflictReason = (typeof conflicts)[keyof typeof conflicts];

/**
 * unique_violation, foreign_key_violation: there is one already; or the row that a new one belongs to was deleted a moment ago by another
 * transaction.
 */
const brokenKeys = new Set(['23505', '23503']);

/**
 * duplicate_prepared_statement, invalid_sql_statement_name: another connection to the server than the one that the service prepared the
 * statement on, handed out by a pooler that does not prepare it there.
 */
const withoutStatements = new Set(['42P05', '26000']);
const keepingStatements =
  'the pooler in front of PostgreSQL (DATABASE_POOLER) does not keep prepared statements: it must be PgBouncer 1.21 or newer with max_prepared_statements = 200 (docs/postgresql.md)';

/** Errors that stay until an operator repairs the cause, so that it does not help to try again soon. */
const untilMended = new Set([
  ...withoutStatements,
  '28000',
  '28P01', // invalid_authorization_specification, invalid_password: the server refuses the service's role
  '42P01',
  '42703',
  '42883', // undefined_table, undefined_column, undefined_function: the schema is older than this code
]);

/** The messages without a code of pg when the server is gone or the pool has no room (pg 8.23). */
const lost =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Driver not Connected/;

/**
 * TypeORM's message where the connection of a transaction ended between two statements (typeorm 1.1.1). It has sent nothing since, a commit
 * included.
 */
const endedBefore = /query runner (?:was )?already released/i;

/** A commit was sent and not answered: what it would store may be there, or not. Its connection is gone. */
export class OutcomeUnknown extends Refusal {
  constructor(detail: unknown, text = 'The outcome of this request is unknown: it may have taken effect.', path?: string) {
    super([{ code: 'SERVICE_UNAVAILABLE', text, ...(path !== undefined && { path }) }], detail, { retryAfterSeconds: 1 });
  }
}

/**
 * PostgreSQL has undone a transaction because of another one. `Database` runs it again; a request sees this as 503 only when that fails
 * too.
 */
export class TransactionConflict extends Refusal {
  constructor(
    readonly reason: ConflictReason,
    detail: unknown,
  ) {
    super('SERVICE_UNAVAILABLE', detail, { retryAfterSeconds: 1 });
  }
}

/**
 * Whether waiting may help: everything that is unavailable, except a server that refuses the service's role and a schema that lacks
 * something.
 */
export function isTransient(error: unknown): boolean {
  const refusal = asRefusal(error);
  if (!(refusal instanceof Refusal)) return false;
  const { code } = (refusal.detail ?? {}) as Partial<PostgresError>;
  return code === undefined || !untilMended.has(code);
}

/**
 * Classes of SQLSTATE that say nothing about a row: connection, transaction state, authorisation, conflicts, schema and privileges,
 * resources, interventions, system errors, and what the services' own triggers raise. All other classes are about what was written:
 * 21 (a row twice), 22 (data), 23 (integrity), 44 (a view's check), 54 (a value too large for its index), P0 (a trigger refuses).
 */
const notAboutRows = /^(?:08|25|26|28|2D|3B|3D|3F|40|42|53|55|57|58|72|F0|OB|XX)/;

/** PostgreSQL's own error where it is about a row that was written; undefined where writing the same again later may succeed. */
export function rowError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof Refusal ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code !== undefined && !notAboutRows.test(cause.code) ? cause : undefined;
}

/** Whether an error leaves open what has become of a commit. One that PostgreSQL itself answers with has undone it. */
export const leavesOpen = (error: unknown): boolean => {
  const { code, message } = error as PostgresError;
  return lost.test(message) || (code !== undefined && (/^E[A-Z]+$/.test(code) || code.startsWith('57P') || code.startsWith('08')));
};

/** A failed write that was one statement, as refused: where it may be stored nevertheless, its outcome is unknown. */
export const asOutcomeUnknown = (error: unknown): unknown =>
  error instanceof Refusal && leavesOpen(error.detail ?? {}) ? new OutcomeUnknown(error.detail) : error;

/** Whether a pooler has handed out a connection on which the statement is not prepared, or is prepared by another client. */
export const isForgottenStatement = (error: unknown): boolean => withoutStatements.has((error as PostgresError).code ?? '');

/** Whether a service's own trigger has refused this, for whatever the statement would have written. */
export const isRefusedByTrigger = (error: unknown): boolean =>
  error instanceof Refusal && (error.detail as Partial<PostgresError> | undefined)?.code === raisedByTriggers;

const explained = (code: string, message: string): string => (withoutStatements.has(code) ? `${message}: ${keepingStatements}` : message);

const isUnavailable = (code: string, message: string): boolean =>
  unavailable.has(code) || code.startsWith('08') || lost.test(message) || endedBefore.test(message);

/** PostgreSQL's errors as refusals, in this one place. Anything not listed is a fault of ours and stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { code = '', message } = error as PostgresError;
  const detail = { code, message: explained(code, message) };
  if (code === raisedByTriggers) return new Refusal([{ code: 'SERVICE_UNAVAILABLE', text: message }], { code }, { retryAfterSeconds: 30 });
  if (code === '40P01' || code === '40001') return new TransactionConflict(conflicts[code], detail);
  if (untilMended.has(code)) return new Refusal('SERVICE_UNAVAILABLE', detail, { retryAfterSeconds: 30 });
  if (isUnavailable(code, message)) return new Refusal('SERVICE_UNAVAILABLE', detail, { retryAfterSeconds: 1 });
  // PostgreSQL's description of the row stays in the cause, which is not written to the log.
  return brokenKeys.has(code) ? Object.assign(new Refusal('STATUS_INVALID', detail), { cause: error }) : error;
}
