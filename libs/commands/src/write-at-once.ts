import { shiftedParameters, statement, type Statement } from '@open-banking/database';
import { auditSalt, saltedDigests } from './audit/audit-salts.statements.js';
import { expiryCondition, key, lock, restatedColumns } from './commands.statements.js';

/** The arguments of every write in one statement: its key, the answer for its copies, and its record. */
export type WrittenArgs = [
  clientId: string,
  operation: string,
  requestId: string,
  answerDays: number,
  path: string,
  bodySha256: Buffer,
  status: number,
  headers: string,
  body: string | null,
  psuId: string | null,
  psuHeaders: string | null,
  subject: string | null,
];
const writtenArgs = 12;
const digested = { psuId: '$10::uuid::text', subject: '$12::text', bodySha256: '$6::bytea', psuHeaders: '$11::jsonb' };
const digests = saltedDigests(digested);

/** Returns a row if it has written; without one nothing is written. */
export type WriteStatement<Args extends readonly unknown[]> = Statement<{ written: true }, [...WrittenArgs, ...Args]>;

/**
 * Declares a write in one statement, with its idempotency key, answer and record: one round trip instead of eight. `insert` selects from
 * `claimed`, which has a row if the write is to be made; `when` is what else must hold. Both have parameters of their own, from $1 on.
 *
 * Nothing is decided by what the statement's snapshot shows of the key: the lock is the one that `CommandsService` takes, and its
 * previous holder has left a row that the primary key refuses, however new it is.
 */
export function writeStatement<Args extends readonly unknown[]>(
  name: string,
  { when, insert }: { readonly when: string; readonly insert: string },
): WriteStatement<Args> {
  const own = (text: string): string => shiftedParameters(text, writtenArgs);
  return statement(
    name,
    /* sql */ `
  with claimed as (
    insert into answered_command as a (client_id, operation, request_id, path, body_sha256, status, headers, body)
    select $1::text, $2::text, $3::uuid, $5::text, $6::bytea, $7::integer, $8::jsonb, $9::text
    where pg_try_advisory_xact_lock(${lock}) and ${own(when)}
    on conflict (${key}) do update set ${restatedColumns} where ${expiryCondition('a', '$4')}
    returning client_id
  ), done as (
    ${own(insert)}
  ), ${auditSalt('from claimed', digested).trim()}, recorded as (
    insert into audit (operation, client_id, psu_id, request_id, path, body_sha256, psu_headers, status, subject)
    select $2::text, $1::text, $10::uuid, $3::uuid, $5::text, ${digests.bodySha256}, ${digests.psuHeaders}, $7::integer, $12::text
    from claimed left join salt on true
  )
  select true as written from claimed
`,
  );
}
