import type { Database } from './database.js';
import { purgeBatch } from './purge.js';
import type { Statement } from './statement.js';

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
  batch: async (database, { psuId, name }) => (name === null || name.trim() === '' ? 0 : (await database.rows(batch, psuId, name)).length),
});

/** As `erasing`, for a statement that puts ids of accounts where their numbers were: the proofs between services go by these then. */
export const erasingNumbers = (table: string, batch: Statement<object, [psuId: string, accountIdByIban: string]>): Erasing => ({
  table,
  batch: async (database, { psuId, accounts }) =>
    (await database.rows(batch, psuId, JSON.stringify(Object.fromEntries(accounts.map(({ iban, accountId }) => [iban, accountId])))))
      .length,
});

/** SQL: the most rows of a batch. */
export const erasedAtOnce = `limit ${purgeBatch}`;

/** SQL: the resources that customer $1 holds alone. */
export const heldAlone = /* sql */ `
  select h.resource_id from holder h
  where h.psu_id = $1 and not exists (select from holder o where o.resource_id = h.resource_id and o.psu_id <> h.psu_id)`;

/** SQL: the resources that customer $1 holds with others. */
export const heldTogether = /* sql */ `
  select h.resource_id from holder h
  where h.psu_id = $1 and exists (select from holder o where o.resource_id = h.resource_id and o.psu_id <> h.psu_id)`;

/** SQL: a text without this name in it, or `erasedText` where nothing is left. */
export const withoutName = (column: string, name: string): string =>
  `coalesce(nullif(btrim(replace(${column}, ${name}, ''), ' ,;&/+-'), ''), '${erasedText}')`;

/** SQL: whether a number of an account was erased: an id or `erasedText` stands in its place. */
export const isErasedNumber = (column: string): string => `(length(${column}) = 36 or ${column} = '${erasedText}')`;

/** SQL: what takes the place of an account's number, from the JSON of `erasingNumbers`. */
export const erasedNumber = (column: string, accountIdByIban: string): string =>
  `coalesce(${accountIdByIban}::jsonb ->> ${column}, '${erasedText}')`;
