import { randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface Account {
  readonly accountId: string;
  readonly iban: string;
  /** The owner. */
  readonly psuId: string;
}

const eachHas = '1000000.00';

/**
 * Funded accounts of one customer, loaded like the rows of a load file. Their account numbers have no check digits, because nothing
 * verifies them.
 */
export async function openAccounts(owner: pg.Pool, count: number): Promise<Account[]> {
  const { psuId } = (await owner.query<{ psuId: string }>('select psu_id as "psuId" from psu limit 1')).rows[0]!;
  const accounts = Array.from({ length: count }, (_, at) => ({ accountId: randomUUID(), iban: numberedIban(at), psuId }));
  const ids = accounts.map(({ accountId }) => accountId);
  await owner.query(
    `
    insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on)
    select id, iban, 'OPBKILIT', 'EUR', 'Bench', 'Bench', 'Current', 'ORGA', '2024-01-01' from unnest($1::uuid[], $2::text[]) a(id, iban)`,
    [ids, accounts.map(({ iban }) => iban)],
  );
  await owner.query(`insert into holder (psu_id, resource_id, rule) select $2, id, 'any' from unnest($1::uuid[]) id`, [ids, psuId]);
  await owner.query(
    `
    insert into account_balance (account_id, booked, last_booking_date, booked_before, changed_at)
    select id, $2, current_date - 2, 0, now() from unnest($1::uuid[]) id`,
    [ids, eachHas],
  );
  await owner.query(
    `
    insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
    select id, current_date - 2, '0000000000000001', current_date - 2, now(), $2, $2, 'ACMT-MCOP-OTHR' from unnest($1::uuid[]) id`,
    [ids, eachHas],
  );
  await owner.query('analyze account, account_balance, entry, holder');
  return accounts;
}

/** ISO 7064 mod 97-10, which the service verifies in an IBAN. */
function numberedIban(number: number): string {
  const bban = `097${String(number + 5_000_000).padStart(16, '0')}`;
  return `IL${String(98n - (BigInt(`${bban}182100`) % 97n)).padStart(2, '0')}${bban}`;
}
