import { purgeBatch, statement } from '@open-banking/database';

type Key = [clientId: string, operation: string, requestId: string];

export interface AnsweredRow {
  readonly path: string;
  readonly bodySha256: Buffer;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

export const key = 'client_id, operation, request_id';
/** An answer takes the place of one that is no longer kept. */
export const restatedColumns =
  'path = excluded.path, body_sha256 = excluded.body_sha256, status = excluded.status, headers = excluded.headers, body = excluded.body, answered_at = excluded.answered_at';
/** SQL: an answer is no longer kept. */
export const expiryCondition = (row: string, days: string): string =>
  `${row}.answered_at <= now() - make_interval(days => ${days}::integer)`;

// One number for a key of three; two keys that share it merely wait for each other.
export const lock = /* sql */ `hashtextextended($1::text || ' ' || $2::text || ' ' || $3::text, 0)`;

/** False: a copy of this request is being worked on. Held until the transaction ends. */
export const tryLock = statement<{ free: boolean }, Key>('commands.try-lock', `select pg_try_advisory_xact_lock(${lock}) as free`);

/** Waits for the first copy, as long as `setLockTimeout` allows. */
export const awaitLock = statement<object, Key>('commands.await-lock', `select pg_advisory_xact_lock(${lock})`, { waitsMs: 3_200 });

/** Two seconds to wait for the first copy (DESIGN §5); the statement time-out leaves time to report that they are over. */
export const setLockTimeout = statement<object>(
  'commands.set-lock-timeout',
  `
  select set_config('lock_timeout', '2000', true), set_config('statement_timeout', '3000', true)
`,
);

/** Restores the time-outs that the connection was opened with. */
export const resetTimeouts = statement<object>(
  'commands.reset-timeouts',
  `
  select set_config(name, reset_val, true) from pg_settings where name in ('lock_timeout', 'statement_timeout')
`,
);

export const answeredCommand = statement<AnsweredRow, [...Key, days: number]>(
  'commands.answered',
  /* sql */ `
  select path, body_sha256 as "bodySha256", status, headers, body
  from answered_command
  where client_id = $1 and operation = $2 and request_id = $3 and not (${expiryCondition('answered_command', '$4')})
`,
);

export const keepAnswer = statement<
  never,
  [...Key, path: string, bodySha256: Buffer, status: number, headers: string, body: string | null]
>(
  'commands.keep-answer',
  /* sql */ `
  insert into answered_command (client_id, operation, request_id, path, body_sha256, status, headers, body)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (${key}) do update set ${restatedColumns}
`,
);

/**
 * A thousand at a time: never long enough to be in anyone's way. The age stands outside too: an answer that is being given anew was old
 * when it was chosen, and is looked at again once that is committed.
 */
export const forgetAnswers = statement<{ requestId: string }, [days: number]>(
  'commands.forget-answers',
  /* sql */ `
  delete from answered_command
  where (client_id, operation, request_id) in (
    select client_id, operation, request_id from answered_command
    where answered_at < now() - make_interval(days => $1) order by answered_at limit ${purgeBatch}
  ) and answered_at < now() - make_interval(days => $1)
  returning request_id as "requestId"
`,
);
