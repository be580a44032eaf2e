import type { ErasedAccount } from '@open-banking/contracts';
import { type Database, type Queries, purgeBatch, statement, type Statement } from '@open-banking/database';
import { keptUntil } from './legal-retention.js';

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
  /** What it is reported as: the table, with what of its rows is erased in brackets where they are not the customer's alone. */
  readonly what: string;
  /** Erases a batch of rows in a transaction of its own. Returns how many there were; 0 once the table holds nothing of the customer any more. */
  readonly batch: (database: Database, customer: ErasedCustomer) => Promise<number>;
  /** How many rows `batch` would erase, at most one more than `maxCounted`. Absent: it writes copies or notes of its own, which are not reported. */
  readonly count?: (queries: Queries, customer: ErasedCustomer) => Promise<number>;
}

/** What stands where a column that is never null held a name or text of somebody who is erased. */
export const erasedText = 'erased';

/** SQL: the most rows of a batch. */
export const erasedAtOnce = `limit ${purgeBatch}`;

/** The most rows of one kind that are counted: a history of any length is not read to its end for a number. */
export const maxCounted = 10_000;

export interface CountRow {
  readonly rows: number;
}

/** The statement that counts the rows of a query, up to `maxCounted` and one more. */
export const counting = <Args extends readonly unknown[]>(name: string, rows: string): Statement<CountRow, Args> =>
  statement(name, `select count(*)::integer as rows from (${rows} limit ${maxCounted + 1}) counted`);

/** Rows that are erased with a customer: one query finds them for the statement that erases a batch and for the one that counts them. */
export interface Erasable<Args extends readonly unknown[], Row = object> {
  /** Returns a row for each that it has erased, and finds no row twice. */
  readonly erase: Statement<Row, Args>;
  readonly count: Statement<CountRow, Args>;
}

/** `erase` makes the statement of the query of a batch: `rows`, at most `purgeBatch` of them. */
export const erasable = <Args extends readonly unknown[], Row = object>(
  name: string,
  rows: string,
  erase: (batch: string) => string,
): Erasable<Args, Row> => ({
  erase: statement(name, erase(`${rows} ${erasedAtOnce}`)),
  count: counting(`${name}-count`, rows),
});

/** Erases and counts with the same arguments; none: there is nothing to look for. */
export const erasingBy = <Args extends readonly [psuId: string, ...unknown[]]>(
  what: string,
  { erase, count }: Erasable<Args>,
  argsOf: (customer: ErasedCustomer) => Args | null,
): Erasing => ({
  what,
  batch: async (database, customer) => {
    const args = argsOf(customer);
    return args ? (await database.rows(erase, ...args)).length : 0;
  },
  count: async (queries, customer) => {
    const args = argsOf(customer);
    return args ? (await queries.row(count, ...args))!.rows : 0;
  },
});

export const erasing = (what: string, rows: Erasable<[psuId: string]>): Erasing => erasingBy(what, rows, ({ psuId }) => [psuId]);

/** As `erasing`, for rows that are erased only if they were booked before a day, or nothing was booked for them since. */
export const erasingBooked = (what: string, rows: Erasable<[psuId: string, keptFrom: string]>): Erasing =>
  erasingBy(what, rows, ({ psuId, keptFrom }) => [psuId, keptFrom]);

/** As `erasingBooked`, for rows that are found by the customer's name. */
export const erasingName = (what: string, rows: Erasable<[psuId: string, name: string, keptFrom: string]>): Erasing =>
  erasingBy(what, rows, ({ psuId, name, keptFrom }) =>
    name === null || ['', erasedText].includes(name.trim()) ? null : [psuId, name, keptFrom],
  );

/** As `erasingBooked`, for rows with numbers of accounts of ais-pis: the statement is given what takes the place of each. */
export const erasingNumbers = (what: string, rows: Erasable<[psuId: string, numbers: string, keptFrom: string]>): Erasing =>
  erasingBy(what, rows, ({ psuId, accounts, keptFrom }) => [psuId, numbersOf(accounts), keptFrom]);

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
export const erasingOwnNumbers = (what: string, rows: Erasable<[psuId: string, numbers: string, keptFrom: string]>): Erasing =>
  erasingBy(what, rows, ({ psuId, accounts, keptFrom }) => [psuId, ownNumbersOf(accounts), keptFrom]);

/** The JSON of `erasingOwnNumbers`. */
export const ownNumbersOf = (accounts: readonly ErasedAccount[]): string => numbersOf(accounts.filter(({ shared }) => !shared));
const numbersOf = (accounts: readonly ErasedAccount[]): string =>
  JSON.stringify(Object.fromEntries(accounts.map(({ iban, accountId }) => [iban, erasedNumberOf(accountId)])));

/** SQL: whether somebody else who is not erased holds the resource of row `h` of `holder`. */
const heldByOthers = /* sql */ `exists (
    select from holder o where o.resource_id = h.resource_id and o.psu_id <> h.psu_id
      and not exists (select from erased_customer e where e.psu_id = o.psu_id)
  )`;

/** SQL: the resources that customer $1 holds alone, or with others who are all erased. */
export const heldAlone = `select h.resource_id from holder h where h.psu_id = $1 and not ${heldByOthers}`;

/** SQL: the resources that customer $1 holds with others. */
export const heldTogether = `select h.resource_id from holder h where h.psu_id = $1 and ${heldByOthers}`;

/**
 * SQL: the day on which customer $1 was erased. What is booked later for others who share a resource with them is none of theirs. Of whom it is
 * counted before they are erased, all is.
 */
export const erasedOn = "coalesce((select erased_on from erased_customer where psu_id = $1), 'infinity')";

/** SQL: a text without this name in it, or `erasedText` where nothing is left. */
export const withoutName = (column: string, name: string): string =>
  `coalesce(nullif(btrim(replace(${column}, ${name}, ''), ' ,;&/+-'), ''), '${erasedText}')`;

/** What takes the place of an account's number: as unique as the account, and the same in all services. */
export const erasedNumberOf = (accountId: string): string => `${erasedText}-${accountId}`;

/** SQL: whether the number of an account is erased. */
export const isErasedNumber = (column: string): string => `starts_with(${column}, '${erasedText}')`;

/** SQL: the number of an account erased, by the JSON of `erasingNumbers`. The account of a number that is not in it stays unknown. */
export const erasedNumber = (column: string, numbers: string): string => `coalesce(${numbers}::jsonb ->> ${column}, '${erasedText}')`;

/** SQL: true. Rows that are not found by the numbers are counted without them, and PostgreSQL wants a type for each parameter. */
export const withNumbers = (numbers: string): string => `${numbers}::jsonb is not null`;

/** SQL: the numbers in the JSON of `erasingNumbers`. */
export const numbersIn = (numbers: string): string => `array(select jsonb_object_keys(${numbers}::jsonb))`;
