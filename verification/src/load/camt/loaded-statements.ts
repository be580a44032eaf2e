import { createHash } from 'node:crypto';
import type { DatabaseClient } from '@open-banking/database';
import type { Statement } from './statement.js';

/** How a loaded statement is recognised. Digests only: ids of statements often contain account numbers. */
export interface StatementDigests {
  /** The hash of MsgId, Id and numbers, hex; null if the statement lacks them. */
  readonly identity: string | null;
  /** The hash of its entries and closing balance, hex. */
  readonly content: string;
  /** The hash of the file's bytes, hex. */
  readonly file: string;
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

export function digestsOf({ identity, entries, leftOut, closing }: Statement, file: string): StatementDigests {
  const content = [
    entries.map(({ place, amount, currency, bookingDate, valueDate }) => {
      const { number, servicerReference = null, statementReference = null } = place;
      return [number, servicerReference, statementReference, amount, currency, bookingDate, valueDate];
    }),
    leftOut.map(({ place, reason }) => [place?.number, reason]),
    closing ? [closing.amount, closing.currency, closing.date] : null,
  ];
  return { identity: identity === undefined ? null : sha256(JSON.stringify(identity)), content: sha256(JSON.stringify(content)), file };
}

/** A statement that was loaded. */
interface LoadedStatement {
  readonly identity: string | null;
  readonly content: string;
  readonly file: string;
  readonly number: number;
  readonly said: EqualEntries | null;
}

/** The books' knowledge of the statements of one account in a file. */
export interface KnownStatements {
  /** Those loaded before, from the same bytes or with the same identity and content, with the operator's word on equal entries. */
  readonly loaded: ReadonlyMap<Statement, EqualEntries | null>;
  /** Those of which another one with the same identity was loaded. */
  readonly reissued: ReadonlySet<Statement>;
}

const loadedStatements = /* sql */ `
  select encode(s.identity_sha256, 'hex') as identity, encode(s.content_sha256, 'hex') as content, encode(s.file_sha256, 'hex') as file, s.statement_number as number, s.equal_entries as said
  from loaded_statement s join account a using (account_id)
  where a.iban = $1 and (s.file_sha256 = decode($2, 'hex') or s.identity_sha256 = any(select decode(one, 'hex') from unnest($3::text[]) one))`;

/** Finds the statements of one account in a file among those that were loaded before. */
export async function knownStatements(
  client: DatabaseClient,
  iban: string,
  statements: readonly (readonly [Statement, StatementDigests])[],
): Promise<KnownStatements> {
  const identities = statements.flatMap(([, { identity }]) => identity ?? []);
  const file = statements[0]?.[1].file ?? '';
  const { rows } = await client.query<LoadedStatement>(loadedStatements, [iban, file, identities]);
  const [loaded, reissued] = [new Map<Statement, EqualEntries | null>(), new Set<Statement>()];
  for (const [statement, digests] of statements) {
    const ofIdentity = rows.filter(({ identity }) => identity !== null && identity === digests.identity);
    const row =
      rows.find((one) => one.file === digests.file && one.number === statement.number) ??
      ofIdentity.find(({ content }) => content === digests.content);
    if (row) loaded.set(statement, row.said);
    else if (ofIdentity.length > 0) reissued.add(statement);
  }
  return { loaded, reissued };
}

/** The operator's decision about entries that equal those of another statement: they are further entries, or the same ones. */
export type EqualEntries = 'new' | 'same';

/** A statement to be noted as loaded. */
export interface StatementRecord extends StatementDigests {
  readonly accountId: string;
  readonly number: number;
  readonly booked: number;
  /** Null where the question did not arise. */
  readonly equalEntries: EqualEntries | null;
}

const recordStatements = /* sql */ `
  with noted as (
    insert into loaded_statement (account_id, statement_number, identity_sha256, content_sha256, file_sha256, booked_entries, equal_entries)
    select "accountId", number, decode(identity, 'hex'), decode(content, 'hex'), decode(file, 'hex'), booked, "equalEntries"
    from jsonb_to_recordset($1::jsonb) as l("accountId" uuid, number integer, identity text, content text, file text, booked integer, "equalEntries" text)
    returning statement_id, file_sha256, equal_entries
  )
  insert into audit (operation, body_sha256, subject, operator)
  select case equal_entries when 'new' then 'loadEqualEntriesAsNew' else 'loadEqualEntriesAsSame' end, file_sha256, statement_id::text, $2
  from noted where equal_entries is not null`;

/** The AcctSvcrRef of an entry that is loaded. */
export interface LoadedReference {
  readonly accountId: string;
  readonly entryReference: string;
  /** Hex. */
  readonly digest: string;
}

const recordReferences = /* sql */ `
  insert into loaded_reference (account_id, entry_reference, reference_sha256)
  select "accountId", "entryReference", decode(digest, 'hex')
  from jsonb_to_recordset($1::jsonb) as r("accountId" uuid, "entryReference" text, digest text)`;

/** Notes that statements are loaded with the AcctSvcrRefs of their entries, and in the audit what the operator said of equal entries. */
export async function recordLoaded(
  client: Pick<DatabaseClient, 'query'>,
  { records, references }: { readonly records: readonly StatementRecord[]; readonly references: readonly LoadedReference[] },
  operator: string,
): Promise<void> {
  if (records.length > 0) await client.query(recordStatements, [JSON.stringify(records), operator]);
  if (references.length > 0) await client.query(recordReferences, [JSON.stringify(references)]);
}
