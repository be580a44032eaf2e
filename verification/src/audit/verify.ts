import { asAdmin } from '@open-banking/database';
import type pg from 'pg';
import { anchorOf, type Anchor } from './anchor.js';
import { after, beginning, Chain, type Bad, type KnownHead, type Seal } from './chain.js';
import { sealedRows } from './sealed-rows.js';

/** The result for one service's chain. */
export interface ServiceAudit {
  readonly service: string;
  readonly ok: boolean;
  readonly rows: number;
  /** Rows with a valid seal, those before the anchor not counted. */
  readonly sealed: number;
  /** Where the chain goes on from an archive: what is before it is proved by the archive alone (`--file`). Absent: nothing was archived. */
  readonly anchor?: Anchor & {
    /** Rows of archives that are not deleted yet, because the command was interrupted. */
    readonly rowsLeft: number;
  };
  /** Rows without a seal: usually none, or those of the last second. */
  readonly unsealed: { readonly rows: number; readonly firstAuditId?: string; readonly oldestSeconds?: number };
  /** The last valid seal. Stored elsewhere, it later proves that nothing before it was replaced (`--head`). */
  readonly head: Seal;
  readonly firstBad?: Bad;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly services: readonly ServiceAudit[];
}

/** Rows are sealed every 0.4 s. A row that stays unsealed for longer than this is a fault. */
const timeoutSeconds = 60;
const headRow = 'select seal_number::text as "sealNumber", encode(hash, \'hex\') as hash from audit_head';
const rowsBefore = 'select count(*)::int as count from audit_seal where seal_number <= $1';

/** An unsealed row whose transaction had ended when the last seals were made was inserted later. */
const unsealedRows = /* sql */ `
  select count(*)::int as rows, min(a.audit_id) filter (where a.transaction_id < h.settled)::text as inserted, min(a.audit_id)::text as "firstAuditId",
    floor(extract(epoch from clock_timestamp() - min(a.at)))::float8 as "oldestSeconds"
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
  const anchor = await anchorOf(client);
  refuseArchived(known, anchor);
  const from = anchor ?? beginning;
  const chain = new Chain(from, known);
  const broken = await follow(client, chain);
  const [stored] = (await client.query<Seal>(headRow)).rows;
  const [left] = (await client.query<Unsealed>(unsealedRows)).rows as [Unsealed];
  const [{ rows }] = (await client.query<{ rows: number }>('select count(*)::int as rows from audit')).rows as [{ rows: number }];
  const [{ count: rowsLeft }] = (await client.query<{ count: number }>(rowsBefore, [from.sealNumber])).rows as [{ count: number }];
  await client.query('commit');
  const firstBad = broken ?? cutOff(chain, stored, left) ?? known.map((head) => beyond(head, chain)).find(Boolean) ?? leftOut(left);
  return {
    service,
    ok: firstBad === undefined,
    rows,
    sealed: Number(BigInt(chain.head.sealNumber) - BigInt(from.sealNumber)),
    ...(anchor && { anchor: { ...anchor, rowsLeft } }),
    head: chain.head,
    ...(firstBad && { firstBad }),
    unsealed: { rows: left.rows, ...(left.rows > 0 && { firstAuditId: left.firstAuditId!, oldestSeconds: left.oldestSeconds! }) },
  };
}

/** Follows the whole chain, from the seal that it begins with. */
async function follow(client: pg.Client, chain: Chain): Promise<Bad | undefined> {
  const atAnchor = chain.begin();
  if (atAnchor) return atAnchor;
  for await (const row of sealedRows(client, chain.head.sealNumber)) {
    const bad = chain.follow(row);
    if (bad) return bad;
  }
  return undefined;
}

/** A head from before the anchor proves nothing here, which must not look as if it did. */
function refuseArchived(known: readonly KnownHead[], anchor: Anchor | undefined): void {
  const archived = known.find(({ sealNumber }) => anchor && BigInt(sealNumber) < BigInt(anchor.sealNumber));
  if (archived)
    throw new Error(
      `--head ${archived.service}:${archived.sealNumber}: this seal is in an archive (seals up to ${anchor!.sealNumber} are): pass the archives with --file.`,
    );
}

function cutOff({ head }: Chain, stored: Seal | undefined, { firstAuditId }: Unsealed): Bad | undefined {
  if (stored?.sealNumber === head.sealNumber && stored.hash === head.hash) return undefined;
  return { what: 'seals cut off', sealNumber: after(head.sealNumber), ...(firstAuditId !== null && { auditId: firstAuditId }) };
}

const beyond = (known: KnownHead, { head }: Chain): Bad | undefined =>
  BigInt(known.sealNumber) > BigInt(head.sealNumber) ? { what: 'seals cut off', sealNumber: after(head.sealNumber), known } : undefined;

function leftOut({ inserted, firstAuditId, oldestSeconds }: Unsealed): Bad | undefined {
  if (inserted !== null) return { what: 'inserted', auditId: inserted };
  return (oldestSeconds ?? 0) > timeoutSeconds ? { what: 'not sealed in time', auditId: firstAuditId! } : undefined;
}
