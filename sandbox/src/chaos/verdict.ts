import { asAdmin } from '@open-banking/database';
import type pg from 'pg';
import { verifyAudit } from '@open-banking/books/audit';
import { ledgerCheck } from '@open-banking/books/ledger';
import type { Acknowledged } from './insistent-payer.js';
import type { Outcome } from './orders.js';
import type { TroubledBank } from './troubled-bank.js';

export interface Paid extends Acknowledged {
  readonly endToEnd: string;
  readonly outcome: Outcome;
}

/** What a round has been told is done. */
export interface Judged {
  readonly paid: readonly Paid[];
  readonly collected: readonly string[];
  /** Collections that their customer has taken back. */
  readonly refunded: readonly string[];
  /** Payments whose copy was answered with another payment. */
  readonly miscopied: readonly string[];
}

/** What must be empty or true, whatever was killed. */
export interface Verdict {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There more than once, debited more than once, or answered to a copy with another id. */
  readonly doubled: readonly string[];
  /** Final, and not debited; or rejected, cancelled or returned, and not given back. */
  readonly wrong: readonly string[];
  readonly unfinished: readonly string[];
  /** The first proof of `ledger check` that fails. */
  readonly ledger: string | undefined;
  /** What `audit verify` finds first. */
  readonly audit: string | undefined;
}

interface Found {
  readonly endToEnd: string;
  readonly rows: number;
  readonly status: string;
  readonly amount: string;
  readonly debits: number;
  readonly net: string;
}

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
const neverPaid = ['RJCT', 'CANC'];
/** What its debtor must have paid in the end: nothing, where it was rejected, cancelled or returned. */
const netOf = ({ status, amount }: Found, { outcome }: Paid): string =>
  (outcome === 'returned' && status === 'ACSC') || neverPaid.includes(status) ? '0' : `-${amount}`;
const isFinal = (row: Found, paid: Paid): boolean =>
  finalStatuses.includes(row.status) && (paid.outcome !== 'returned' || row.net === netOf(row, paid));

/** A collection that was answered has one debit where it was booked, and none where it was returned: the proofs of the ledger compare both services. */
export async function verdictOf(bank: TroubledBank, { paid, collected, refunded, miscopied }: Judged): Promise<Verdict> {
  const known = new Map(
    (
      await rowsIn<{ id: string; refunded: boolean }>(
        bank.ownerUrls.mandates,
        'select collection_id as id, refunded_on is not null as refunded from collection where collection_id = any($1)',
        collected,
      )
    ).map((row) => [row.id, row]),
  );
  const found = new Map((await rowsOf(bank, paid)).map((row) => [row.endToEnd, row]));
  const ids = (bad: (row: Found, one: Paid) => boolean): string[] =>
    paid
      .filter((one) => {
        const row = found.get(one.endToEnd);
        return row !== undefined && bad(row, one);
      })
      .map(({ paymentId }) => paymentId);
  const { checks } = await ledgerCheck(bank.ownerUrls as Parameters<typeof ledgerCheck>[0]);
  const audits = await verifyAudit({ 'ais-pis': bank.ownerUrls['ais-pis'], mandates: bank.ownerUrls.mandates });
  return {
    lost: [
      ...paid.filter(({ endToEnd }) => !found.has(endToEnd)).map(({ paymentId }) => paymentId),
      ...collected.filter((id) => !known.has(id)),
    ],
    doubled: [...miscopied, ...ids((row) => row.rows > 1 || row.debits > 1)],
    wrong: ids((row, one) => row.net !== netOf(row, one)),
    unfinished: [...ids((row, one) => !isFinal(row, one)), ...refunded.filter((id) => !known.get(id)?.refunded)],
    ledger: checks.filter(({ ok }) => !ok).map(({ service, name, firstBroken }) => `${service}: ${name}: ${firstBroken}`)[0],
    audit: audits.services.filter(({ ok }) => !ok).map(({ service, firstBad }) => `${service}: ${firstBad?.what}`)[0],
  };
}

/** How much is not at its end yet: payments that are not final or not given back, refunds that were taken and are not booked. */
export async function unfinishedOf(bank: TroubledBank, { paid, refunded }: Judged): Promise<number> {
  const rows = new Map((await rowsOf(bank, paid)).map((row) => [row.endToEnd, row]));
  const open = await rowsIn(
    bank.ownerUrls.mandates,
    'select from collection where collection_id = any($1) and refunded_on is null',
    refunded,
  );
  return (
    open.length +
    paid.filter((one) => {
      const row = rows.get(one.endToEnd);
      return row !== undefined && !isFinal(row, one);
    }).length
  );
}

const rowsOf = ({ ownerUrls }: TroubledBank, paid: readonly Paid[]): Promise<Found[]> =>
  rowsIn(
    ownerUrls['ais-pis'],
    query,
    paid.map(({ endToEnd }) => endToEnd),
  );

async function rowsIn<Row extends pg.QueryResultRow>(url: string, text: string, ids: readonly string[]): Promise<Row[]> {
  return asAdmin(url, async (client) => (await client.query<Row>(text, [ids])).rows);
}
