import { asAdmin } from '@open-banking/database';
import type pg from 'pg';
import { verifyAudit } from '@open-banking/verification/audit';
import { ledgerCheck } from '@open-banking/verification/ledger';
import { differencesOfBooks, faultOfBooks } from '@open-banking/simulators/core-banking';
import type { AcknowledgedPayment, Outcome } from '@open-banking/sandbox/payer';
import type { ChaosBank } from './chaos-bank.js';

export interface PaidOrder extends AcknowledgedPayment {
  readonly endToEnd: string;
  readonly outcome: Outcome;
}

/** What the bank acknowledged in a round. */
export interface RoundRecord {
  readonly paid: readonly PaidOrder[];
  readonly collected: readonly string[];
  /** Collections that the customer had refunded. */
  readonly refunded: readonly string[];
  /** Payments whose repeated request was answered with a different payment. */
  readonly mismatchedCopies: readonly string[];
}

/** Inconsistencies found. Every list must be empty and every proof must hold, whatever was killed. */
export interface ConsistencyReport {
  /** Acknowledged but missing. */
  readonly lost: readonly string[];
  /** Stored more than once, debited more than once, or answered to a repeated request with a different id. */
  readonly doubled: readonly string[];
  /** Final but not debited; or rejected, cancelled or returned but not credited back. */
  readonly wrong: readonly string[];
  readonly unfinished: readonly string[];
  /** The first failed proof of `ledger check`. */
  readonly ledger: string | undefined;
  /** The first thing that the core's books and the bank's do not agree about, where the core keeps them. */
  readonly core: string | undefined;
  /** The first fault found by `audit verify`. */
  readonly audit: string | undefined;
}

interface PaymentRow {
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
const withoutMoney = ['RJCT', 'CANC'];
/** The expected net amount on the debtor's account: zero if the payment was rejected, cancelled or returned. */
const expectedNet = ({ status, amount }: PaymentRow, { outcome }: PaidOrder): string =>
  (outcome === 'returned' && status === 'ACSC') || withoutMoney.includes(status) ? '0' : `-${amount}`;
/** Money that comes back, and all entries of a core, come later than the status. */
const isFinal = (row: PaymentRow, paid: PaidOrder, byCore: boolean): boolean =>
  finalStatuses.includes(row.status) && ((paid.outcome !== 'returned' && !byCore) || row.net === expectedNet(row, paid));

/** Compares the data with what the bank acknowledged. That a booked collection has one debit and a returned one none is covered by the ledger proofs, which compare both services. */
export async function checkConsistency(
  bank: ChaosBank,
  { paid, collected, refunded, mismatchedCopies: miscopied }: RoundRecord,
): Promise<ConsistencyReport> {
  const known = new Map(
    (
      await rowsIn<{ id: string; refunded: boolean }>(
        bank.ownerUrls.mandates,
        'select collection_id as id, refunded_on is not null as refunded from collection where collection_id = any($1)',
        collected,
      )
    ).map((row) => [row.id, row]),
  );
  const found = new Map((await paymentRows(bank, paid)).map((row) => [row.endToEnd, row]));
  const ids = (bad: (row: PaymentRow, one: PaidOrder) => boolean): string[] =>
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
    wrong: ids((row, one) => row.net !== expectedNet(row, one)),
    unfinished: [
      ...ids((row, one) => !isFinal(row, one, bank.reference !== undefined)),
      ...refunded.filter((id) => !known.get(id)?.refunded),
    ],
    ledger: checks.filter(({ ok }) => !ok).map(({ service, name, firstBroken }) => `${service}: ${name}: ${firstBroken}`)[0],
    core: (await differencesOfBooks(bank))[0] ?? (await faultOfBooks(bank, bank.folder)),
    audit: audits.services.filter(({ ok }) => !ok).map(({ service, firstBad }) => `${service}: ${firstBad?.what}`)[0],
  };
}

/** The number of unfinished items: payments that are not final or not credited back, and refunds that are not booked. */
export async function countUnfinished(bank: ChaosBank, { paid, refunded }: RoundRecord): Promise<number> {
  const rows = new Map((await paymentRows(bank, paid)).map((row) => [row.endToEnd, row]));
  const open = await rowsIn(
    bank.ownerUrls.mandates,
    'select from collection where collection_id = any($1) and refunded_on is null',
    refunded,
  );
  return (
    open.length +
    (await differencesOfBooks(bank)).length +
    paid.filter((one) => {
      const row = rows.get(one.endToEnd);
      return row !== undefined && !isFinal(row, one, bank.reference !== undefined);
    }).length
  );
}

const paymentRows = ({ ownerUrls }: ChaosBank, paid: readonly PaidOrder[]): Promise<PaymentRow[]> =>
  rowsIn(
    ownerUrls['ais-pis'],
    query,
    paid.map(({ endToEnd }) => endToEnd),
  );

async function rowsIn<Row extends pg.QueryResultRow>(url: string, text: string, ids: readonly string[]): Promise<Row[]> {
  return asAdmin(url, async (client) => (await client.query<Row>(text, [ids])).rows);
}
