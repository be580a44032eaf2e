import { randomUUID } from 'node:crypto';
import type { RunningBank, TestCustomer } from '@open-banking/testing';

/** Savings and loans are read the same way; only the names differ. */
export const kinds = {
  savings: { list: '/v1.5/savings', many: 'savingsAccounts', one: 'savingsAccount', table: 'savings', amount: '5.00', code: 'DEPOSIT' },
  loans: { list: '/v1.5/loans', many: 'loanAccounts', one: 'loanAccount', table: 'loan', amount: '-5.00', code: 'INTEREST_CHARGED' },
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

export interface TestContract {
  readonly accountId: string;
  readonly bban: string;
  readonly path: string;
}

const usual = { name: 'Test contract', displayName: null as string | null, booked: '1000.00', incoming: '0.00' };

/** A contract of these customers with this balance, or this debt for a loan. Nullable columns are null. */
export async function aContract(
  bank: RunningBank,
  kind: Kind,
  owners: readonly TestCustomer[],
  given: Partial<typeof usual> = {},
): Promise<TestContract> {
  const { name, displayName, booked, incoming } = { ...usual, ...given };
  const accountId = randomUUID();
  const bban = accountId.replaceAll('-', '').slice(0, 20).toUpperCase();
  const isLoan = kind === kinds.loans;
  const loan = isLoan
    ? {
        columns: ', contract_end_date, collaterals_involved, guarantee_involved, original_amount',
        values: ", '2040-01-31', true, false, 5000",
      }
    : { columns: '', values: '' };
  await bank.database('savings-loans').query(
    `
    insert into ${kind.table}_account (account_id, bban, currency, owner_name, name, display_name, product, usage, interest, contract_start_date, booked, incoming, last_booking_date, changed_at${loan.columns})
    values ($1, $2, 'EUR', 'Test Owner', $3, $4, 'Test product', 'PRIV', '[{"type":"FIXD","rate":[{"percentage":"2.5"}]}]', '2025-01-31', $5, $6, '2026-11-20', '2026-11-20T10:00:00Z'${loan.values})`,
    [accountId, bban, name, displayName, isLoan ? `-${booked}` : booked, incoming],
  );
  for (const { psuId } of owners)
    await bank.database('savings-loans').query("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", [psuId, accountId]);
  return { accountId, bban, path: `${kind.list}/${accountId}` };
}

/** Inserts booked entries with only the mandatory columns, `aDay` per day back from today. Returns their references, newest first. */
export async function entries(
  bank: RunningBank,
  kind: Kind,
  { accountId }: TestContract,
  count: number,
  { from = 0, aDay = 1, transactionId = null as string | null } = {},
): Promise<string[]> {
  const { rows } = await bank.database('savings-loans').query<{ reference: string }>(
    `
    insert into ${kind.table}_entry (account_id, booking_date, entry_reference, value_date, amount, balance_after, bank_transaction_code, proprietary_bank_transaction_code, transaction_id)
    select $1, day, lpad(($3::bigint + n)::text, 16, '0'), day, ${kind.amount}, ${kind.amount}, 'PMNT', '${kind.code}', $5::text
    from (select n, (now() at time zone 'Asia/Jerusalem')::date - ($2::int - 1 - n) / $4::int as day from generate_series(0, $2::int - 1) n) e
    returning entry_reference as reference`,
    [accountId, count, from, aDay, transactionId],
  );
  return rows
    .map(({ reference }) => reference)
    .sort()
    .reverse();
}

/** Inserts entries that are announced and not yet booked. */
export async function pending(
  bank: RunningBank,
  kind: Kind,
  { accountId }: TestContract,
  count: number,
  transactionId: string | null = null,
): Promise<void> {
  await bank.database('savings-loans').query(
    `
    insert into ${kind.table}_pending_entry (account_id, entry_date, entry_reference, value_date, amount, bank_transaction_code, proprietary_bank_transaction_code, transaction_id)
    select $1, day, lpad((900000 + n)::text, 16, '0'), day, ${kind.amount}, 'PMNT', '${kind.code}', $3::text
    from (select n, (now() at time zone 'Asia/Jerusalem')::date as day from generate_series(1, $2::int) n) e`,
    [accountId, count, transactionId],
  );
}
