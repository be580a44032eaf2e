import type { Database } from './database.js';
import { purgeBatch } from './purge.js';
import { statement, type Statement } from './statement.js';

/** An account of an erased customer at ais-pis, for rows of other services that name it by its number. */
export interface ErasedAccount {
  readonly iban: string;
  readonly accountId: string;
  /** Others hold it too, and are not erased. */
  readonly shared: boolean;
}

/** The customer whose personal data are erased. */
export interface ErasedCustomer {
  readonly psuId: string;
  /** As the directory had it; null where nobody knows it any more. Of what they share with others this name is erased, and nothing else. */
  readonly name: string | null;
  readonly accounts: readonly ErasedAccount[];
  /** The bank's day, YYYY-MM-DD. */
  readonly today: string;
}

/** Erases what one table holds of a customer. */
export interface Erasing {
  readonly table: string;
  /** Erases a batch of rows in a transaction of its own. Returns how many there were; 0 once the table holds nothing of the customer any more. */
  readonly batch: (database: Database, customer: ErasedCustomer) => Promise<number>;
}

/** What stands where a column that is never null held a name or text of somebody who is erased. */
export const erasedText = 'erased';

/** Erases with one statement, which returns a row for each that it has erased, at most `purgeBatch`, and finds no row twice. */
export const erasing = (table: string, batch: Statement<object, [psuId: string]>): Erasing => ({
  table,
  batch: async (database, { psuId }) => (await database.rows(batch, psuId)).length,
});

/** As `erasing`, for a statement that looks for the customer's name. */
export const erasingName = (table: string, batch: Statement<object, [psuId: string, name: string]>): Erasing => ({
  table,
  batch: async (database, { psuId, name }) =>
    name === null || ['', erasedText].includes(name.trim()) ? 0 : (await database.rows(batch, psuId, name)).length,
});

/** As `erasing`, for a statement that erases numbers of accounts of ais-pis: it is given what takes the place of each. */
export const erasingNumbers = (table: string, batch: Statement<object, [psuId: string, numbers: string]>): Erasing => ({
  table,
  batch: async (database, { psuId, accounts }) => (await database.rows(batch, psuId, numbersOf(accounts))).length,
});

const numbersOf = (accounts: readonly ErasedAccount[]): string =>
  JSON.stringify(Object.fromEntries(accounts.map(({ iban, accountId }) => [iban, erasedNumberOf(accountId)])));

/** SQL: the most rows of a batch. */
export const erasedAtOnce = `limit ${purgeBatch}`;

/** SQL: whether somebody else who is not erased holds the resource of row `h` of `holder`. */
const heldByOthers = /* sql */ `exists (
    select from holder o where o.resource_id = h.resource_id and o.psu_id <> h.psu_id
      and not exists (select from erased_customer e where e.psu_id = o.psu_id)
  )`;

/** SQL: the resources that customer $1 holds alone, or with others who are all erased. */
export const heldAlone = `select h.resource_id from holder h where h.psu_id = $1 and not ${heldByOthers}`;

/** SQL: the resources that customer $1 holds with others. */
export const heldTogether = `select h.resource_id from holder h where h.psu_id = $1 and ${heldByOthers}`;

/** SQL: a text without this name in it, or `erasedText` where nothing is left. */
export const withoutName = (column: string, name: string): string =>
  `coalesce(nullif(btrim(replace(${column}, ${name}, ''), ' ,;&/+-'), ''), '${erasedText}')`;

/** What takes the place of an account's number: as unique as the account, and the same in all services. */
export const erasedNumberOf = (accountId: string): string => `${erasedText}-${accountId}`;

/** SQL: whether the number of an account is erased. */
export const isErasedNumber = (column: string): string => `starts_with(${column}, '${erasedText}')`;

/** SQL: the number of an account erased, by the JSON of `erasingNumbers`. The account of a number that is not in it stays unknown. */
export const erasedNumber = (column: string, numbers: string): string => `coalesce(${numbers}::jsonb ->> ${column}, '${erasedText}')`;

/** The statement that counts what customer $1 holds alone, in tables that have the id of the resource in the given column. */
export function countOfHeld(tables: Readonly<Record<string, string>>): Statement<Record<string, number>, [psuId: string]> {
  const counts = Object.entries(tables).map(
    ([table, id]) => `(select count(*)::integer from ${table} where ${id} = any(array(select resource_id from alone))) as ${table}`,
  );
  return statement('erasure.holds', `with alone as materialized (${heldAlone}) select ${counts.join(', ')}`);
}
