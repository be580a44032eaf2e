import { type EndOfList, type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, jsonReference, statement, type Statement } from '@open-banking/database';
import { isErasedNumber } from '@open-banking/erasure';
import type { Amount } from '@open-banking/messages';

export interface AccountRow {
  readonly accountId: string;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly currency: string;
  readonly ownerName: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly product: string;
  readonly cashAccountType: string;
  readonly status: string;
  readonly usage: string;
  readonly details: string | null;
  readonly linkedAccounts: string | null;
  readonly interest: unknown[];
  readonly startDate: string;
  readonly endDate: string | null;
  readonly availabilityDate: string | null;
  readonly collateralsInvolved: boolean | null;
  readonly guaranteeInvolved: boolean | null;
  readonly booked: string;
  readonly expected: string;
  readonly lastBookingDate: string;
  readonly changedAt: Date;
}

export type BalanceRow = Pick<
  AccountRow,
  'accountId' | 'iban' | 'bban' | 'currency' | 'cashAccountType' | 'booked' | 'expected' | 'lastBookingDate' | 'changedAt'
>;

export interface EntryRow {
  readonly transactionId: string;
  readonly entryReference: string;
  readonly bookingDate: string | null;
  readonly valueDate: string;
  readonly amount: string;
  readonly balanceAfter: string | null;
  readonly creditorName: string | null;
  readonly creditorAccount: Record<string, string> | null;
  readonly debtorName: string | null;
  readonly debtorAccount: Record<string, string> | null;
  readonly remittance: string | null;
  readonly code: string;
  readonly proprietaryCode: string;
  readonly information: string | null;
}

/** An account without entries is one row with nulls, which distinguishes it from no account. */
export type AccountWithEntry = Pick<AccountRow, 'iban' | 'bban' | 'currency' | 'ownerName'> &
  (EntryRow | { readonly [K in keyof EntryRow]: null });

type CustomerParams = [psuId: string, granted: ResourceGrants];
type AccountParams = [...CustomerParams, accountId: string];
/** Pending entries with an earlier value date are neither shown nor counted in `expected`. */
type Since = [pendingSince: string];

/** The statements of one kind of contract. No row means absent, another customer's or not covered; the caller cannot tell which. */
export interface ContractStatements {
  readonly list: Statement<AccountRow, [...CustomerParams, ...Since]>;
  readonly one: Statement<AccountRow, [...AccountParams, ...Since]>;
  readonly balances: Statement<BalanceRow, [...AccountParams, ...Since]>;
  readonly booked: Statement<
    AccountWithEntry,
    [...AccountParams, from: string, to: string, afterDate: string | null, afterReference: string | null, take: number]
  >;
  /** The same, oldest first: the entries after one key, up to another. */
  readonly bookedOldestFirst: Statement<
    AccountWithEntry,
    [...AccountParams, afterDate: string, afterReference: string, toDate: string, toReference: string, take: number]
  >;
  readonly pending: Statement<AccountWithEntry, [...AccountParams, ...Since]>;
  /** The account at the end of a day, which may lie in the future. */
  readonly frame: Statement<StatementFrame, [...AccountParams, day: string, ...Since]>;
}

/** An account at the end of a period, with its booked balance. `pending` is at most `maxPending` + 1. */
export interface StatementFrame extends Amount, EndOfList {}

/** So many pending entries are listed. */
export const maxPending = 500;

const reference = 'a.iban, a.bban, a.currency';
const balance = (
  kind: 'savings' | 'loan',
  since: string,
): string => `a.account_id as "accountId", ${reference}, a.cash_account_type as "cashAccountType", ${amountText('a.currency', 'a.booked')} as booked,
  ${amountText('a.currency', `a.booked + a.incoming - coalesce((select sum(p.amount) from ${kind}_pending_entry p where p.account_id = a.account_id and p.value_date < ${since}::date), 0)`)} as expected,
  a.last_booking_date::text as "lastBookingDate", a.changed_at as "changedAt"`;
/** What stands in place of an account that is erased names none. */
const entry = `coalesce(e.transaction_id, e.entry_reference) as "transactionId", e.entry_reference as "entryReference", e.value_date::text as "valueDate", ${amountText('a.currency', 'e.amount')} as amount, e.creditor_name as "creditorName", ${jsonReference(`nullif(e.creditor_account, '{}')`)}::jsonb as "creditorAccount",
  e.debtor_name as "debtorName", ${jsonReference(`nullif(e.debtor_account, '{}')`)}::jsonb as "debtorAccount", e.remittance_unstructured as remittance,
  e.bank_transaction_code as code, e.proprietary_bank_transaction_code as "proprietaryCode", e.additional_information as information`;

const ofAll = { standby: true, together: ['uuid', 'uuid[]', 'date'] } as const;
const ofOne = { standby: true, together: ['uuid', 'uuid[]', 'uuid', 'date'] } as const;

/** Declares the statements over `<kind>_account`, `<kind>_entry` and `<kind>_pending_entry`. */
export function contractStatements(kind: 'savings' | 'loan', involved: string): ContractStatements {
  const details = (
    since: string,
  ): string => `${balance(kind, since)}, a.owner_name as "ownerName", a.name, a.display_name as "displayName", a.product,
    a.status, a.usage, a.details, case when not ${isErasedNumber('a.linked_accounts')} then a.linked_accounts end as "linkedAccounts", a.interest, a.contract_start_date::text as "startDate",
    a.contract_end_date::text as "endDate", a.contract_availability_date::text as "availabilityDate", ${involved}`;
  const owned = `from holder h join ${kind}_account a on a.account_id = h.resource_id`;
  const whose = `h.psu_id = $1 and ${isGranted}`;
  return {
    list: statement(`${kind}.list`, `select ${details('$3')} ${owned} where ${whose} order by a.name, a.account_id`, ofAll),
    one: statement(`${kind}.one`, `select ${details('$4')} ${owned} where ${whose} and h.resource_id = $3`, ofOne),
    balances: statement(`${kind}.balances`, `select ${balance(kind, '$4')} ${owned} where ${whose} and h.resource_id = $3`, ofOne),
    booked: statement(
      `${kind}.booked`,
      /* sql */ `
      select ${reference}, a.owner_name as "ownerName", e.* ${owned}
      left join lateral (
        select ${entry}, e.booking_date::text as "bookingDate", ${amountText('a.currency', 'e.balance_after')} as "balanceAfter"
        from ${kind}_entry e
        where e.account_id = a.account_id and e.booking_date >= $4::date
          and (e.booking_date, e.entry_reference) < (coalesce($6::date, $5::date + 1), coalesce($7::text, ''))
        order by e.booking_date desc, e.entry_reference desc
        limit $8
      ) e on true
      where ${whose} and h.resource_id = $3`,
      { standby: true },
    ),
    bookedOldestFirst: bookedOldestFirst(kind, owned, whose),
    pending: statement(
      `${kind}.pending`,
      /* sql */ `
      select ${reference}, a.owner_name as "ownerName", e.* ${owned}
      left join lateral (
        select ${entry}, null as "bookingDate", null as "balanceAfter"
        from ${kind}_pending_entry e
        where e.account_id = a.account_id and e.value_date >= $4::date
        order by e.entry_date desc, e.entry_reference desc
        limit ${maxPending}
      ) e on true
      where ${whose} and h.resource_id = $3`,
      { standby: true },
    ),
    frame: frame(kind, owned, whose),
  };
}

const bookedOldestFirst = (kind: 'savings' | 'loan', owned: string, whose: string): ContractStatements['bookedOldestFirst'] =>
  statement(
    `${kind}.booked-oldest-first`,
    /* sql */ `
    select ${reference}, a.owner_name as "ownerName", e.* ${owned}
    left join lateral (
      select ${entry}, e.booking_date::text as "bookingDate", ${amountText('a.currency', 'e.balance_after')} as "balanceAfter"
      from ${kind}_entry e
      where e.account_id = a.account_id
        and (e.booking_date, e.entry_reference) > ($4::date, $5::text) and (e.booking_date, e.entry_reference) <= ($6::date, $7::text)
      order by e.booking_date, e.entry_reference
      limit $8
    ) e on true
    where ${whose} and h.resource_id = $3`,
    { standby: true },
  );

const frame = (kind: 'savings' | 'loan', owned: string, whose: string): ContractStatements['frame'] =>
  statement(
    `${kind}.statement-frame`,
    /* sql */ `
    select a.currency, ${amountText('a.currency', 'coalesce(last.balance_after, 0)')} as amount,
      last.booking_date::text as "lastDate", last.entry_reference as "lastReference",
      (select count(*)::integer from (
        select from ${kind}_pending_entry e where e.account_id = a.account_id and e.value_date >= $5::date limit ${maxPending + 1}
      ) e) as pending
    ${owned}
    left join lateral (
      select e.balance_after, e.booking_date, e.entry_reference from ${kind}_entry e where e.account_id = a.account_id and e.booking_date <= $4::date
      order by e.booking_date desc, e.entry_reference desc limit 1
    ) last on true
    where ${whose} and h.resource_id = $3`,
    { standby: true },
  );
