import { asAdmin } from '@open-banking/database';
import type pg from 'pg';
import { verifyAudit } from '../audit/index.js';
import { ledgerCheck } from '../ledger/index.js';
import type { Acknowledged } from './insistent-payer.js';
import type { TroubledBank } from './troubled-bank.js';

export interface Paid extends Acknowledged { readonly endToEnd: string }

/** What must be empty or true, whatever was killed. */
export interface Verdict {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There more than once, or debited more than once. */
  readonly doubled: readonly string[];
  /** Final, and not debited; or rejected, and not given back. */
  readonly wrong: readonly string[];
  readonly unfinished: readonly string[];
  /** The first proof of `ledger check` that fails. */
  readonly ledger: string | undefined;
  /** What `audit verify` finds first. */
  readonly audit: string | undefined;
}

interface Found { readonly endToEnd: string; readonly rows: number; readonly status: string; readonly amount: string; readonly debits: number; readonly net: string }

const query = /* sql */ `
  with asked as (
    select request->>'endToEndIdentification' as id, count(*)::int as rows, min(transaction_status) as status, min(amount) as amount, min(debtor_account_id::text)::uuid as account_id
    from payment where request->>'endToEndIdentification' = any($1) group by 1
  )
  select a.id as "endToEnd", a.rows, a.status, trim_scale(a.amount)::text as amount,
         count(e.amount) filter (where e.amount < 0)::int as debits, trim_scale(coalesce(sum(e.amount), 0))::text as net
  from asked a left join entry e on e.account_id = a.account_id and e.end_to_end_id = a.id
  group by 1, 2, 3, a.amount`;

const finalStatuses = ['ACSC', 'ACCC', 'RJCT', 'CANC'];

/** A collection that was answered has one debit where it was booked, and none where it was returned: the proofs of the ledger compare both services. */
export async function verdictOf(bank: TroubledBank, paid: readonly Paid[], collected: readonly string[]): Promise<Verdict> {
  const known = await rowsIn<{ id: string }>(bank.ownerUrls.mandates, 'select collection_id as id from collection where collection_id = any($1)', collected);
  const found = new Map((await rowsOf(bank, paid)).map((row) => [row.endToEnd, row]));
  const ids = (bad: (row: Found | undefined) => boolean): string[] => paid.filter(({ endToEnd }) => bad(found.get(endToEnd))).map(({ paymentId }) => paymentId);
  const { checks } = await ledgerCheck(bank.ownerUrls as Parameters<typeof ledgerCheck>[0]);
  const audits = await verifyAudit({ 'ais-pis': bank.ownerUrls['ais-pis'], mandates: bank.ownerUrls.mandates });
  return {
    lost: [...ids((row) => row === undefined), ...collected.filter((id) => !known.some((row) => row.id === id))],
    doubled: ids((row) => row !== undefined && (row.rows > 1 || row.debits > 1)),
    wrong: ids((row) => row !== undefined && row.net !== (row.status === 'RJCT' ? '0' : `-${row.amount}`)),
    unfinished: ids((row) => row !== undefined && !finalStatuses.includes(row.status)),
    ledger: checks.filter(({ ok }) => !ok).map(({ service, name, firstBroken }) => `${service}: ${name}: ${firstBroken}`)[0],
    audit: audits.services.filter(({ ok }) => !ok).map(({ service, firstBad }) => `${service}: ${firstBad?.what}`)[0],
  };
}

export const unfinishedOf = async (bank: TroubledBank, paid: readonly Paid[]): Promise<number> =>
  (await rowsOf(bank, paid)).filter(({ status }) => !finalStatuses.includes(status)).length;

const rowsOf = ({ ownerUrls }: TroubledBank, paid: readonly Paid[]): Promise<Found[]> => rowsIn(ownerUrls['ais-pis'], query, paid.map(({ endToEnd }) => endToEnd));

async function rowsIn<Row extends pg.QueryResultRow>(url: string, text: string, ids: readonly string[]): Promise<Row[]> {
  return asAdmin(url, async (client) => (await client.query<Row>(text, [ids])).rows);
}
