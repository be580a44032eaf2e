import { createHash } from 'node:crypto';
import { asAdmin } from '@open-banking/database';

/** Whether a body is that of an audit row. `salt erased`: it can no longer be found out, except for rows of the last release. */
export type BodyMatch = 'matches' | 'differs' | 'salt erased' | 'no body' | 'no row';

interface Row {
  readonly bodySha256: Buffer | null;
  readonly salt: Buffer | null;
}

const rowOf = /* sql */ `
  select a.body_sha256 as "bodySha256", s.salt
  from audit a left join audit_salt s on s.whose = coalesce(a.psu_id::text, a.subject)
  where a.audit_id = $1`;

/**
 * Compares a body, byte for byte as it was sent, with the digest of a row: SHA-256 over salt and the body's SHA-256, or that alone without
 * a salt.
 */
export async function matchBody(url: string, auditId: string, body: Buffer): Promise<BodyMatch> {
  const [row] = await asAdmin(url, async (client) => (await client.query<Row>(rowOf, [auditId])).rows);
  if (!row) return 'no row';
  if (row.bodySha256 === null) return 'no body';
  const plain = createHash('sha256').update(body).digest();
  if (plain.equals(row.bodySha256)) return 'matches';
  if (row.salt === null) return 'salt erased';
  return createHash('sha256').update(row.salt).update(plain).digest().equals(row.bodySha256) ? 'matches' : 'differs';
}
