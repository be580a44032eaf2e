import { firstFalseHead, leafHash, verifiedHead, type SignedHead } from '@open-banking/receipts';
import { asAdmin } from '@open-banking/database';
import type pg from 'pg';

type Keys = Parameters<typeof verifiedHead>[1];

/** The result for the tree of one day. */
export interface ReceiptDay {
  readonly day: string;
  readonly ok: boolean;
  readonly leaves: number;
  /** Signed heads that were compared, those of `kept` included. */
  readonly heads: number;
  /** The first thing that is wrong. */
  readonly fault?: string;
}

export interface ReceiptLogReport {
  readonly ok: boolean;
  readonly days: readonly ReceiptDay[];
}

export interface ReceiptCheck {
  /** Heads that were kept elsewhere, compact JWS: the owner of the database can replace the log and its heads, but not these. */
  readonly kept?: readonly string[];
  /** The bank's keys. With them every head must be signed with one; without them signatures are not looked at. */
  readonly keys?: Keys;
}

const hashBytes = 32;
const fetched = 5_000;
const days = 'select day::text as day from receipt_batch union select day::text from receipt_head';
const batches = 'select first_leaf::int as first, hashes from receipt_batch where day = $1 order by first_leaf';
const signed = 'select jws from receipt_head where day = $1';
const texts = /* sql */ `
  declare texts cursor for
  select leaf_index::int as index, leaf from (select day, leaf_index, leaf from receipt_leaf union all select day, leaf_index, leaf from receipt_gap) all_texts
  where day = $1 order by leaf_index`;

/**
 * Compares what the log of receipts holds, on one snapshot, with every head that was signed over it (RFC 9162 §2.1): leaves that were
 * removed, added, altered or moved afterwards are found. A leaf whose text was erased has its hash still. Read-only. Throws where a head of
 * `kept` is none.
 */
export async function checkReceiptLog(url: string, { kept = [], keys }: ReceiptCheck = {}): Promise<ReceiptLogReport> {
  const keptOf = Map.groupBy(kept, (jws) => (headOf(jws, undefined) ?? refuse(jws)).day);
  const found = await asAdmin(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const stored = (await client.query<{ day: string }>(days)).rows.map(({ day }) => day);
    const reports: ReceiptDay[] = [];
    for (const day of [...new Set([...stored, ...keptOf.keys()])].sort())
      reports.push(await checkDay(client, day, keptOf.get(day) ?? [], keys));
    await client.query('commit');
    return reports;
  });
  return { ok: found.every(({ ok }) => ok), days: found };
}

async function checkDay(client: pg.Client, day: string, kept: readonly string[], keys: Keys | undefined): Promise<ReceiptDay> {
  const { hashes, missing } = await hashesOf(client, day);
  const jwss = [...new Set([...(await client.query<{ jws: string }>(signed, [day])).rows.map(({ jws }) => jws), ...kept])];
  const heads = jwss.map((jws) => headOf(jws, keys));
  const fault =
    missing ??
    (await textFault(client, day, hashes)) ??
    (heads.includes(undefined) ? 'a head is signed with none of these keys' : undefined) ??
    headFault(hashes, heads as SignedHead[]);
  return { day, ok: fault === undefined, leaves: hashes.length, heads: heads.length, ...(fault !== undefined && { fault }) };
}

async function hashesOf(client: pg.Client, day: string): Promise<{ hashes: Buffer[]; missing?: string }> {
  const hashes: Buffer[] = [];
  for (const batch of (await client.query<{ first: number; hashes: Buffer }>(batches, [day])).rows) {
    if (batch.first !== hashes.length)
      return {
        hashes,
        missing: `${batch.first > hashes.length ? 'no hash of leaf' : 'two hashes of leaf'} ${Math.min(batch.first, hashes.length)}`,
      };
    for (let at = 0; at < batch.hashes.length; at += hashBytes) hashes.push(batch.hashes.subarray(at, at + hashBytes));
  }
  return { hashes };
}

async function textFault(client: pg.Client, day: string, hashes: readonly Buffer[]): Promise<string | undefined> {
  await client.query(texts, [day]);
  try {
    for (let last = -1; ;) {
      const { rows } = await client.query<{ index: number; leaf: string }>(`fetch ${fetched} from texts`);
      if (rows.length === 0) return undefined;
      for (const { index, leaf } of rows) {
        if (index === last) return `leaf ${index} is there twice`;
        if (!hashes[index]) return `leaf ${index} was added`;
        if (!leafHash(leaf).equals(hashes[index])) return `leaf ${index} was altered or moved`;
        last = index;
      }
    }
  } finally {
    await client.query('close texts');
  }
}

function headFault(hashes: readonly Buffer[], heads: readonly SignedHead[]): string | undefined {
  const head = firstFalseHead(hashes, heads);
  if (!head) return undefined;
  return head.size > hashes.length
    ? `a head was signed over ${head.size} leaves, and there are ${hashes.length}`
    : `the head that was signed over the first ${head.size} leaves does not fit them`;
}

function headOf(jws: string, keys: Keys | undefined): SignedHead | undefined {
  if (keys) return verifiedHead(jws, keys);
  try {
    const head = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as SignedHead;
    return /^\d{4}-\d\d-\d\d$/.test(head.day) && Number.isInteger(head.size) ? head : undefined;
  } catch {
    return undefined;
  }
}

function refuse(jws: string): never {
  throw new Error(`${jws.slice(0, 40)} is no head of receipts: it must be a compact JWS as GET /receipt-heads answers.`);
}
