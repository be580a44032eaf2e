import type { Database, Queries } from './database.js';
import { keptUntil } from './legal-retention.js';
import { purgeBatch } from './purge.js';
import { statement, type Statement } from './statement.js';

/** An account at ais-pis of an erased customer, or one that pays for what they hold, for rows of other services that name it by its number. */
export interface ErasedAccount {
  readonly iban: string;
  readonly accountId: string;
  /** Others, who are not erased, hold it. */
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
  /** For how many months since it was booked the law makes the bank keep what was booked. 0: it keeps nothing. */
  readonly legalMonths: number;
  /** The first day of what the law keeps, YYYY-MM-DD: what was booked before it is erased. */
  readonly keptFrom: string;
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

/** As `erasing`, for a statement that erases only what was booked before a day, or what nothing was booked for since. */
export const erasingBooked = (table: string, batch: Statement<object, [psuId: string, keptFrom: string]>): Erasing => ({
  table,
  batch: async (database, { psuId, keptFrom }) => (await database.rows(batch, psuId, keptFrom)).length,
});

/** As `erasingBooked`, for a statement that looks for the customer's name. */
export const erasingName = (table: string, batch: Statement<object, [psuId: string, name: string, keptFrom: string]>): Erasing => ({
  table,
  batch: async (database, { psuId, name, keptFrom }) =>
    name === null || ['', erasedText].includes(name.trim()) ? 0 : (await database.rows(batch, psuId, name, keptFrom)).length,
});

/** As `erasingBooked`, for a statement that erases numbers of accounts of ais-pis: it is given what takes the place of each. */
export const erasingNumbers = (table: string, batch: Statement<object, [psuId: string, numbers: string, keptFrom: string]>): Erasing => ({
  table,
  batch: async (database, { psuId, accounts, keptFrom }) => (await database.rows(batch, psuId, numbersOf(accounts), keptFrom)).length,
});

interface FirstKept {
  readonly day: string | null;
}
type KeptUntil = (queries: Queries, customer: ErasedCustomer) => Promise<string | null>;

/** The day on which more can be erased, by a statement that finds the first day of what is kept. Null: the law keeps nothing. */
export const keptUntilBy = (firstKept: Statement<FirstKept, [psuId: string, keptFrom: string]>): KeptUntil =>
  keptUntilOf((queries, { psuId, keptFrom }) => queries.row(firstKept, psuId, keptFrom));

/** As `keptUntilBy`, for a service that keeps numbers, too: the statement is given what `erasingOwnNumbers` erases. */
export const keptUntilByNumbers = (firstKept: Statement<FirstKept, [psuId: string, numbers: string, keptFrom: string]>): KeptUntil =>
  keptUntilOf((queries, { psuId, accounts, keptFrom }) => queries.row(firstKept, psuId, ownNumbersOf(accounts), keptFrom));

const keptUntilOf =
  (firstKept: (queries: Queries, customer: ErasedCustomer) => Promise<FirstKept | undefined>): KeptUntil =>
  async (queries, customer) => {
    if (customer.legalMonths === 0) return null;
    const day = (await firstKept(queries, customer))?.day;
    return day ? keptUntil(day, customer.today, customer.legalMonths) : null;
  };

/** As `erasingNumbers`, wherever they stand, also in what only others hold: of accounts that nobody else holds. */
export const erasingOwnNumbers = (
  table: string,
  batch: Statement<object, [psuId: string, numbers: string, keptFrom: string]>,
): Erasing => ({
  table,
  batch: async (database, { psuId, accounts, keptFrom }) => (await database.rows(batch, psuId, ownNumbersOf(accounts), keptFrom)).length,
});

/** The JSON of `erasingOwnNumbers`. */
export const ownNumbersOf = (accounts: readonly ErasedAccount[]): string => numbersOf(accounts.filter(({ shared }) => !shared));
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

/** SQL: the day on which customer $1 was erased. What is booked later for others who share a resource with them is none of theirs. */
export const erasedOn = '(select erased_on from erased_customer where psu_id = $1)';

/** SQL: a text without this name in it, or `erasedText` where nothing is left. */
export const withoutName = (column: string, name: string): string =>
  `coalesce(nullif(btrim(replace(${column}, ${name}, ''), ' ,;&/+-'), ''), '${erasedText}')`;

/** What takes the place of an account's number: as unique as the account, and the same in all services. */
export const erasedNumberOf = (accountId: string): string => `${erasedText}-${accountId}`;

/** SQL: whether the number of an account is erased. */
export const isErasedNumber = (column: string): string => `starts_with(${column}, '${erasedText}')`;

/** SQL: the number of an account erased, by the JSON of `erasingNumbers`. The account of a number that is not in it stays unknown. */
export const erasedNumber = (column: string, numbers: string): string => `coalesce(${numbers}::jsonb ->> ${column}, '${erasedText}')`;

/** SQL: the numbers in the JSON of `erasingNumbers`. */
export const numbersIn = (numbers: string): string => `array(select jsonb_object_keys(${numbers}::jsonb))`;

/** The statement that counts what customer $1 holds alone, in tables that have the id of the resource in the given column. */
export function countOfHeld(tables: Readonly<Record<string, string>>): Statement<Record<string, number>, [psuId: string]> {
  const counts = Object.entries(tables).map(
    ([table, id]) => `(select count(*)::integer from ${table} where ${id} = any(array(select resource_id from alone))) as ${table}`,
  );
  return statement('erasure.holds', `with alone as materialized (${heldAlone}) select ${counts.join(', ')}`);
}
