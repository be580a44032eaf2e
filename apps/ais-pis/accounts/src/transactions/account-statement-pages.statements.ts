import type { EndOfList, ResourceGrants } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';
import type { Amount } from '@open-banking/messages';
import { accountMembers, pendingMembers } from './transactions.messages.js';
import { bookedPageSql, ofAccount, ofPrincipal, type AccountPage, type EntryPage } from './transactions.statements.js';

type OfAccount = [psuId: string, granted: ResourceGrants, accountId: string];

/** An account at the end of a period, with its booked balance. `pending` is at most `maxPending` + 1. */
export interface StatementFrame extends Amount, EndOfList {}

/** So many pending entries are counted, as many as a page of a statement has. */
export const maxPending = 2_000;

/** No row: no such account of this customer, or none covered. `to` may lie in the future. */
export const statementFrame = statement<StatementFrame, [...OfAccount, to: string, pendingFrom: string]>(
  'transactions.statement-frame',
  /* sql */ `
  select a.currency, ${amountText('a.currency', 'coalesce(last.balance_after, 0)')} as amount,
    last.booking_date::text as "lastDate", last.entry_reference as "lastReference",
    (select count(*)::integer from (
      select from pending_entry e where e.account_id = a.account_id and e.entry_date between $5::date and $4::date limit ${maxPending + 1}
    ) e) as pending
  ${ofAccount}
  left join lateral (
    select e.balance_after, e.booking_date, e.entry_reference from entry e where e.account_id = a.account_id and e.booking_date <= $4::date
    order by e.booking_date desc, e.entry_reference desc limit 1
  ) last on true
  ${ofPrincipal}
`,
  { standby: true },
);

const pageSql = (table: string): string => /* sql */ `
  ${table}.account_id = h.resource_id
    and (${table}.booking_date, ${table}.entry_reference) > ($4::date, $5::text) and (${table}.booking_date, ${table}.entry_reference) <= ($6::date, $7::text)
  order by ${table}.booking_date, ${table}.entry_reference
  limit $8::integer`;

export type OldestFirstParameters = [
  ...OfAccount,
  afterDate: string,
  afterReference: string,
  toDate: string,
  toReference: string,
  take: number,
  showsBalances: boolean,
  showsOwner: boolean,
];

/** A page of booked entries, oldest first: those after one key, up to another. No row: as above. */
export const bookedOldestFirst = statement<EntryPage, OldestFirstParameters>(
  'transactions.booked-oldest-first',
  bookedPageSql('asc', pageSql),
  { standby: true, bytes: true },
);

/** A page of a list of pending entries. */
export interface PendingPage extends AccountPage {
  readonly pending: Buffer;
}

/** A page of pending entries, oldest first: those after a key, up to a day. No row: as above. */
export const pendingOldestFirst = statement<
  PendingPage,
  [...OfAccount, afterDate: string, afterReference: string, take: number, showsOwner: boolean, to: string]
>(
  'transactions.pending-oldest-first',
  /* sql */ `
  select '{' || ${accountMembers} || '}' as account, p.*
  ${ofAccount}
  cross join lateral (
    select count(*)::integer as found,
      coalesce(string_agg(l.text, ',' order by l.place) filter (where l.place < $6::integer), '') as pending,
      max(l.entry_date) filter (where l.place = $6::integer - 1)::text as "lastDate", max(l.entry_reference) filter (where l.place = $6::integer - 1) as "lastReference"
    from (
      select e.entry_date, e.entry_reference, '{' || ${pendingMembers('$7::boolean')} || '}' as text,
        row_number() over (order by e.entry_date, e.entry_reference) as place
      from pending_entry e
      where e.account_id = h.resource_id and (e.entry_date, e.entry_reference) > ($4::date, $5::text) and e.entry_date <= $8::date
      order by e.entry_date, e.entry_reference
      limit $6::integer
    ) l
  ) p
  ${ofPrincipal}
`,
  { standby: true, bytes: true },
);
