import { purgeBatch, statement, type Queries } from '@open-banking/database';

/** SQL expressions of the row that is written: its customer and subject as texts, and what is stored as digests. */
interface DigestedRow {
  readonly psuId: string;
  readonly subject: string;
  /** SHA-256 of the body; bytea or null. */
  readonly bodySha256: string;
  /** Digests by header; jsonb or null. */
  readonly psuHeaders: string;
}

/**
 * SQL: the CTE `salt`, of at most one row, for a row of the audit that is written if `written` (a FROM clause) has a row. A customer has one
 * salt; where no customer is known yet, what is written has one. Without digests there is none.
 *
 * The first write makes the salt. Two first writes at once: neither sees the other's row, the primary key lets one wait for the other, and
 * ON CONFLICT returns the salt that is there. From then on this is a look-up by the primary key.
 */
export function auditSalt(written: string, { psuId, subject, bodySha256, psuHeaders }: DigestedRow): string {
  const whose = `coalesce(${psuId}, ${subject})`;
  return /* sql */ `
  made_salt as (
    insert into audit_salt (whose)
    select ${whose} ${written}
    where ${whose} is not null and (${bodySha256} is not null or ${psuHeaders} is not null)
      and not exists (select from audit_salt s where s.whose = ${whose})
    on conflict (whose) do update set whose = excluded.whose
    returning salt
  ), salt as (
    select salt from made_salt union all select s.salt from audit_salt s where s.whose = ${whose}
  )`;
}

/** SQL: what is stored of these digests, beside `salt`: SHA-256 over salt and digest. Without a salt the digests themselves. */
export const saltedDigests = ({ bodySha256, psuHeaders }: Pick<DigestedRow, 'bodySha256' | 'psuHeaders'>) => ({
  bodySha256: `coalesce(sha256(salt.salt || ${bodySha256}), ${bodySha256})`,
  psuHeaders: /* sql */ `coalesce((
      select jsonb_object_agg(h.key, rtrim(translate(encode(sha256(salt.salt || convert_to(h.value, 'UTF8')), 'base64'), '+/', '-_'), '='))
      from jsonb_each_text(${psuHeaders}) h where salt.salt is not null
    ), ${psuHeaders})`,
});

const deleteSalts = statement<{ whose: string }, [ids: readonly string[]]>(
  'audit.erase-salts',
  'delete from audit_salt where whose = any($1::text[]) returning whose',
);

const countSalts = statement<{ rows: number }, [ids: readonly string[]]>(
  'audit.count-salts',
  'select count(*)::integer as rows from audit_salt where whose = any($1::text[])',
);

/**
 * Erases what connects rows of the audit with a person: the salts of the person and of what was theirs (ids of consents, payments, mandates
 * that were written before their customer was known). The rows, their seals and the chain stay. Returns how many salts there were; may be
 * repeated. A batch is a statement, so `queries` is best the database itself and not one long transaction.
 */
export const eraseAuditSalts = (queries: Queries, ids: readonly string[]): Promise<number> =>
  inBatches(ids, async (batch) => (await queries.rows(deleteSalts, batch)).length);

/** How many salts `eraseAuditSalts` would erase. */
export const countAuditSalts = (queries: Queries, ids: readonly string[]): Promise<number> =>
  inBatches(ids, async (batch) => (await queries.row(countSalts, batch))!.rows);

async function inBatches(ids: readonly string[], rowsOf: (batch: readonly string[]) => Promise<number>): Promise<number> {
  let rows = 0;
  for (let from = 0; from < ids.length; from += purgeBatch) rows += await rowsOf(ids.slice(from, from + purgeBatch));
  return rows;
}
