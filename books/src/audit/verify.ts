import { asAdmin } from '@open-banking/database';
import type pg from 'pg';
import { Chain, type Bad, type Sealed } from './chain.js';

/** The result for one service's chain. */
export interface ServiceAudit {
  readonly service: string;
  readonly ok: boolean;
  readonly rows: number;
  readonly sealed: number;
  /** Rows without a seal: usually none, or those of the last second. */
  readonly unsealed: { readonly rows: number; readonly firstAuditId?: string; readonly oldestSeconds?: number };
  /** The last valid seal. Stored elsewhere, it later proves that nothing before it was replaced (`--head`). */
  readonly head: { readonly sealNumber: string; readonly hash: string };
  readonly firstBad?: Bad;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly services: readonly ServiceAudit[];
}

/** A head printed by an earlier run. */
export interface KnownHead {
  readonly service: string;
  readonly sealNumber: string;
  readonly hash: string;
}

/** Rows are sealed every 0.4 s. A row that stays unsealed for longer than this is a fault. */
const patienceSeconds = 60;
const pageSize = 5_000;

const rowsFrom = /* sql */ `
  select s.seal_number::text as "sealNumber", extract(epoch from s.sealed_at)::text as "sealedAt", s.hash, s.audit_id::text as "auditId", a.audit_id is not null as found,
    array[a.transaction_id::text, extract(epoch from a.at)::text, a.operation, a.client_id, a.psu_id::text, a.request_id::text, a.path,
      encode(a.body_sha256, 'hex'), a.psu_headers::text, a.status::text, a.subject] || case when a.operator is not null then array[a.operator] end as columns
  from audit_seal s left join audit a using (audit_id)
  where s.seal_number > $1 order by s.seal_number limit ${pageSize}`;

const headRow = 'select seal_number::text as "sealNumber", encode(hash, \'hex\') as hash from audit_head';

/** An unsealed row whose transaction had ended when the last seals were made was inserted later. */
const unsealedRows = /* sql */ `
  select count(*)::int as rows, min(a.audit_id) filter (where a.transaction_id < h.settled)::text as inserted, min(a.audit_id)::text as "firstAuditId",
    floor(extract(epoch from clock_timestamp() - min(a.at)))::int as "oldestSeconds"
  from audit a cross join audit_head h
  where not exists (select from audit_seal s where s.audit_id = a.audit_id)`;

interface Unsealed {
  readonly rows: number;
  readonly inserted: string | null;
  readonly firstAuditId: string | null;
  readonly oldestSeconds: number | null;
}

/** Verifies the chains of these databases, each on one snapshot. Read-only. */
export async function verifyAudit(urls: Readonly<Record<string, string>>, known: readonly KnownHead[] = []): Promise<AuditReport> {
  const services: ServiceAudit[] = [];
  for (const [service, url] of Object.entries(urls))
    services.push(
      await asAdmin(url, (client) =>
        verifyOne(
          service,
          client,
          known.filter((one) => one.service === service),
        ),
      ),
    );
  return { ok: services.every(({ ok }) => ok), services };
}

async function verifyOne(service: string, client: pg.Client, known: readonly KnownHead[]): Promise<ServiceAudit> {
  await client.query('begin transaction isolation level repeatable read read only');
  const chain = new Chain();
  const broken = await follow(client, chain, known);
  const [stored] = (await client.query<{ sealNumber: string; hash: string }>(headRow)).rows;
  const [left] = (await client.query<Unsealed>(unsealedRows)).rows as [Unsealed];
  const [{ rows }] = (await client.query<{ rows: number }>('select count(*)::int as rows from audit')).rows as [{ rows: number }];
  await client.query('commit');
  const firstBad = broken ?? cutOff(chain, stored, left) ?? known.map((head) => beyond(head, chain)).find(Boolean) ?? leftOut(left);
  return {
    service,
    ok: firstBad === undefined,
    rows,
    sealed: Number(chain.head.sealNumber),
    head: chain.head,
    ...(firstBad && { firstBad }),
    unsealed: { rows: left.rows, ...(left.rows > 0 && { firstAuditId: left.firstAuditId!, oldestSeconds: left.oldestSeconds! }) },
  };
}

/** Follows the whole chain in batches, because it may be long. */
async function follow(client: pg.Client, chain: Chain, known: readonly KnownHead[]): Promise<Bad | undefined> {
  for (let after = '0'; ;) {
    const { rows } = await client.query<Sealed>(rowsFrom, [after]);
    for (const row of rows) {
      const bad = chain.follow(row) ?? replaced(row, known);
      if (bad) return bad;
    }
    if (rows.length < pageSize) return undefined;
    after = rows.at(-1)!.sealNumber;
  }
}

/** The chain is consistent, but differs from the known head. */
function replaced({ sealNumber, hash, auditId }: Sealed, known: readonly KnownHead[]): Bad | undefined {
  return known.some((head) => head.sealNumber === sealNumber && head.hash !== hash.toString('hex'))
    ? { what: 'altered', auditId, sealNumber }
    : undefined;
}

function cutOff({ head }: Chain, stored: { sealNumber: string; hash: string } | undefined, { firstAuditId }: Unsealed): Bad | undefined {
  if (stored?.sealNumber === head.sealNumber && stored.hash === head.hash) return undefined;
  return {
    what: 'seals cut off',
    sealNumber: String(BigInt(head.sealNumber) + 1n),
    ...(firstAuditId !== null && { auditId: firstAuditId }),
  };
}

const beyond = ({ sealNumber }: KnownHead, { head }: Chain): Bad | undefined =>
  BigInt(sealNumber) > BigInt(head.sealNumber) ? { what: 'seals cut off', sealNumber: String(BigInt(head.sealNumber) + 1n) } : undefined;

function leftOut({ inserted, firstAuditId, oldestSeconds }: Unsealed): Bad | undefined {
  if (inserted !== null) return { what: 'inserted', auditId: inserted };
  return (oldestSeconds ?? 0) > patienceSeconds ? { what: 'not sealed in time', auditId: firstAuditId! } : undefined;
}
