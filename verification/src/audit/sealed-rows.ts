import type pg from 'pg';
import type { Sealed } from './chain.js';

const pageSize = 5_000;

/** The columns stand in the order of `columnNames`. */
const rowsBetween = /* sql */ `
  select s.seal_number::text as "sealNumber", extract(epoch from s.sealed_at)::text as "sealedAt", s.hash, s.audit_id::text as "auditId", a.audit_id is not null as found,
    array[a.transaction_id::text, extract(epoch from a.at)::text, a.operation, a.client_id, a.psu_id::text, a.request_id::text, a.path,
      encode(a.body_sha256, 'hex'), a.psu_headers::text, a.status::text, a.subject] || case when a.operator is not null then array[a.operator] end as columns
  from audit_seal s left join audit a using (audit_id)
  where s.seal_number > $1 and s.seal_number <= $2 order by s.seal_number limit ${pageSize}`;

const newest = '9223372036854775807';

/** Sealed rows after one seal and up to another one, in their order. In batches, because there may be many. */
export async function* sealedRows(client: pg.Client, after: string, through = newest): AsyncGenerator<Sealed> {
  for (let from = after; ;) {
    const { rows } = await client.query<Sealed>(rowsBetween, [from, through]);
    yield* rows;
    if (rows.length < pageSize) return;
    from = rows.at(-1)!.sealNumber;
  }
}
