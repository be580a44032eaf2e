import type { LoadedService } from '@open-banking/spec';
import type { LoadFormat } from './load-format.js';

/**
 * Something that must hold in one database. The query names what it looked at and says whether it is right:
 * `what` text, `ok` boolean. Unknown is not right.
 */
export interface Proof {
  readonly service: LoadedService;
  readonly name: string;
  readonly query: string;
  /** The line of a load file that a failure is reported at: its possible types, the most likely first, and its field. Without it the report names no line. */
  readonly reportedAt?: { readonly lines: readonly string[]; readonly field: string };
}

/**
 * Money that a service says went over current accounts. The query gives it per account and day: `iban`, `day`, `amount` as
 * the current account sees it, and `certain`: false while the day may still lie ahead.
 */
export interface CashFlow {
  readonly name: string;
  readonly query: string;
  /** The bank's proprietary codes of the entries for these movements. */
  readonly kinds: readonly string[];
}

/** How the tables of a service are loaded, and what must hold in them. It stands beside the tables, in the service's `tables.ts`. */
export interface ServiceTables {
  readonly loadFormat: LoadFormat;
  /** The sums that a file must agree with, for docs/load-formats.md. */
  readonly loadRules?: string;
  /** What must hold of loaded rows: of the whole database at every ledger check, and of a file before it counts. */
  readonly loadedProofs: readonly Proof[];
  /**
   * Each loaded proof looks at one resource at a time, through the tables of the lines that name theirs. The proofs of a load then read
   * the resources that it touches alone, and a file is committed in batches of whole resources.
   */
  readonly provedByResource?: true;
  /** What must hold of rows that the service itself writes. */
  readonly writtenProofs?: readonly Proof[];
  /** What must be on current accounts, in the books of ais-pis. */
  readonly cashFlows?: readonly CashFlow[];
}

export interface CheckResult {
  readonly name: string;
  readonly service: string;
  readonly ok: boolean;
  /** How many things were looked at, and how many of them are wrong. */
  readonly checked: number;
  readonly broken: number;
  readonly firstBroken?: string;
}

export const result = (
  name: string,
  service: string,
  checked: number,
  broken: number,
  firstBroken: string | null | undefined,
): CheckResult => ({ name, service, ok: broken === 0, checked, broken, ...(firstBroken == null ? {} : { firstBroken }) });

/** One row however large the bank: counts, and the first that is wrong. */
export const counted = (query: string): string => /* sql */ `
  select count(*)::int as checked, (count(*) filter (where ok is not true))::int as broken, min(what) filter (where ok is not true) as "firstBroken"
  from (${query}) as judged`;

/** Who reads a transaction as pending must find it again as booked, once. */
export function identified(of: string, id: string, tables: readonly string[]): string {
  return /* sql */ `
    select 'transaction ' || transaction || ' of ${of} ' || ${id} as what, count(*) = 1 as ok
    from (${tables.map((table) => `select ${id}, coalesce(transaction_id, entry_reference) as transaction from ${table}`).join(' union all ')}) entry
    group by ${id}, transaction`;
}

/** A resource nobody owns can be reached by nobody; one with rule "both" and a single owner could never be approved. */
export function owned(table: string, id: string): string {
  return /* sql */ `
    select '${table} ' || r.${id} as what, count(h.psu_id) > 0 and count(distinct h.rule) = 1 and (min(h.rule) = 'any' or count(h.psu_id) = 2) as ok
    from ${table} r
    left join holder h on h.resource_id = r.${id}
    group by r.${id}`;
}

/** Each instalment begins where the one before ended; the first with the whole loan, the last ends with nothing. */
export const chained = (table: string, id: string, loans: string): string => /* sql */ `
  select 'instalment ' || i.number || ' of loan ' || i.${id} as what,
         i.opening_balance = coalesce(lag(i.closing_balance) over steps, l.original_amount)
         and i.number = coalesce(lag(i.number) over steps, 0) + 1
         and (lead(i.number) over steps is not null or i.closing_balance = 0) as ok
  from ${table} i
  join ${loans} l using (${id})
  window steps as (partition by i.${id} order by i.number)`;
