import { randomUUID } from 'node:crypto';
import type { RunningBank, TestCustomer } from '@open-banking/testing';

export interface TestAccount {
  readonly accountId: string;
  readonly iban: string;
}

/**
 * A hash of the demo customers' password at the lowest cost that a bank may load. Theirs takes 60 ms of processor time each time one of
 * them signs in, a quarter of an approval. A test in which sign-ins race sets a hash of the usual cost.
 */
const quickHash = 'scrypt$1024$8$1$cGFzc3dvcmQgb2YgYSB0ZQ$-gdhqW9PJVpyn3_gpK7vQjD3lUeO_f1f0Ru-N-ZIQto';

/** Creates a customer for one test with the given accounts, who signs in like a demo customer. Other tests do not see the account. */
export async function aCustomer(bank: RunningBank, extra: { login?: string } = {}): Promise<TestCustomer> {
  const psuId = randomUUID();
  const login = extra.login ?? `test-${psuId}`;
  await bank
    .database('ais-pis')
    .query(`insert into psu (psu_id, login, password_hash, name, language) values ($1, $2, $3, 'Test Customer', 'en')`, [
      psuId,
      login,
      quickHash,
    ]);
  return { ...bank.demo, psuId, login, accounts: [] };
}

const usual = {
  rule: 'any',
  currency: 'EUR',
  booked: '100.00',
  bookedBefore: '100.00',
  reserved: '0',
  incoming: '0',
  overdraft: '0',
  bookedToday: false,
  ownerName: 'Test Owner',
  /** Whether an entry backs the initial balance, which the ledger check requires. */
  opened: false,
};

/** An account of these customers with an initial balance and no booked entries yet. */
export async function anAccount(
  bank: RunningBank,
  owners: readonly TestCustomer[],
  given: Partial<typeof usual> = {},
): Promise<TestAccount> {
  const { rule, currency, booked, reserved, incoming, overdraft, bookedBefore, bookedToday, opened, ownerName } = { ...usual, ...given };
  const accountId = randomUUID();
  const iban = demoIban(accountId);
  const database = bank.database('ais-pis');
  await database.query(
    `insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on) values ($1, $2, 'DEMOILITXXX', $3, $4, 'Test account', 'Current', 'PRIV', '2024-01-01')`,
    [accountId, iban, currency, ownerName],
  );
  await database.query(
    `insert into account_balance (account_id, booked, reserved, incoming, overdraft, last_booking_date, booked_before, changed_at)
    values ($1, $2, $3, $4, $5, (now() at time zone 'Asia/Jerusalem')::date - $6::int, $7, now())`,
    [accountId, booked, reserved, incoming, overdraft, bookedToday ? 0 : 1, opened ? '0' : bookedBefore],
  );
  if (opened) {
    await database.query(
      `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
      select account_id, last_booking_date, '0000000000000001', last_booking_date, now(), booked, booked, 'ACMT-MCOP-OTHR' from account_balance where account_id = $1`,
      [accountId],
    );
  }
  for (const { psuId } of owners)
    await database.query('insert into holder (psu_id, resource_id, rule) values ($1, $2, $3)', [psuId, accountId, rule]);
  return { accountId, iban };
}

/** Adds booked entries, one per day back from `daysAgo`; returns their references, newest first. */
export async function entries(
  bank: RunningBank,
  { accountId }: TestAccount,
  count: number,
  { daysAgo = 0, aDay = 1, from = 0, transactionId = null as string | null } = {},
): Promise<string[]> {
  const { rows } = await bank.database('ais-pis').query<{ reference: string }>(
    `
    insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, remittance_unstructured, creditor_name, transaction_id)
    select $1, day, lpad(($5::bigint + n)::text, 16, '0'), day, now(), -1.50, 100, 'PMNT-ICDT-ESCT', 'Entry ' || n, 'Shop', $6::text
    from (select n, (now() at time zone 'Asia/Jerusalem')::date - $3::int - ($2::int - 1 - n) / $4::int as day from generate_series(0, $2::int - 1) n) e
    returning entry_reference as reference`,
    [accountId, count, daysAgo, aDay, from, transactionId],
  );
  return rows
    .map(({ reference }) => reference)
    .sort()
    .reverse();
}

export async function pending(
  bank: RunningBank,
  { accountId }: TestAccount,
  count: number,
  transactionId: string | null = null,
): Promise<string[]> {
  const { rows } = await bank.database('ais-pis').query<{ reference: string }>(
    `
    insert into pending_entry (account_id, entry_date, entry_reference, value_date, amount, bank_transaction_code, transaction_id)
    select $1, (now() at time zone 'Asia/Jerusalem')::date, lpad((900000 + n)::text, 16, '0'), (now() at time zone 'Asia/Jerusalem')::date + 1, -2, 'PMNT-CCRD-POSD', $3::text
    from generate_series(0, $2::int - 1) n returning entry_reference as reference`,
    [accountId, count, transactionId],
  );
  return rows
    .map(({ reference }) => reference)
    .sort()
    .reverse();
}

/** An IBAN with the right check digits (ISO 7064, mod 97-10). */
export function demoIban(id: string): string {
  const bban = `0108${(BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** 15n).toString().padStart(15, '0')}`;
  const check = 98n - (BigInt(`${bban}182100`) % 97n);
  return `IL${check.toString().padStart(2, '0')}${bban}`;
}
