import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, runsOfPages, statement } from '@open-banking/database';
import { changesBesides } from '@open-banking/ais-pis-directory';
import {
  accountMembers,
  balanceAfterMember,
  balanceMember,
  bookedMembers,
  entryTextFormat,
  pendingMembers,
} from './transactions.messages.js';

/** A page as PostgreSQL writes it, in UTF-8: here of which account, and where it ends. */
export interface AccountPage {
  readonly account: Buffer;
  /** How many entries were found: one more than are written tells that there is a next page. */
  readonly found: number;
  /** The key of the last entry that is written, where there is a next page. */
  readonly lastKind?: Buffer | null;
  readonly lastDate: Buffer | null;
  readonly lastReference: Buffer | null;
}

/** Its lists are JSON objects with commas between them. */
export interface EntryPage extends AccountPage {
  readonly booked: Buffer;
  readonly pending?: Buffer;
}

type PeriodParameters = [psuId: string, granted: ResourceGrants, accountId: string, from: string, to: string];
type PageParameters = [afterDate: string | null, afterReference: string | null, take: number, showsBalances: boolean];

/** SQL: where the text of an entry stands is what the code of today would write for the owner's name of today. */
export const isCurrent = (text: string, nameHash = 'hashtextextended(a.owner_name, 0)'): string =>
  `${text}.format = ${entryTextFormat} and ${text}.owner_name_hash = ${nameHash}`;

const withBalance = (balanceAfter: string): string => `case when $9::boolean then ${balanceMember(balanceAfter)} || '}' else '}' end`;

/** The text `t` of an entry, or where it is missing, out of date or without the name that this principal may see, what the entry `k` names says. */
export const bookedText = /* sql */ `
  case when ${isCurrent('t')} and not (t.names_owner and $10::boolean) then '{' || t.members || ${withBalance('t.balance_after')}
  else (
    select '{' || ${bookedMembers('$10::boolean')} || ${withBalance(amountText('a.currency', 'e.balance_after'))}
    from entry e where e.account_id = h.resource_id and e.booking_date = k.booking_date and e.entry_reference = k.entry_reference
  ) end`;

const pageSql = (table: string, rows: string): string => /* sql */ `
  ${table}.account_id = h.resource_id and ${table}.booking_date >= $4::date
    and (${table}.booking_date, ${table}.entry_reference) < (coalesce($6::date, $5::date + 1), coalesce($7::text, ''))
  order by ${table}.booking_date desc, ${table}.entry_reference desc
  limit ${rows}`;

export const ofAccount = /* sql */ `
  from holder h
  join account a on a.account_id = h.resource_id`;
export const ofPrincipal = `where h.psu_id = $1 and ${isGranted} and h.resource_id = $3`;

export type BookedParameters = [...PeriodParameters, ...PageParameters];

/** A page of texts: the members of JSON objects, with what stands between two. Null where a text is missing or out of date. */
export interface TextPage extends AccountPage {
  readonly members: Buffer | null;
}

/** The text between the members of two entries, with balances and without. */
export const between = { balances: '"}}},{', noBalances: '},{' } as const;

/**
 * A page of booked entries, newest first, without the owner's name, if the text of each is there; `bookedPage` has the page otherwise. Keys
 * and texts are two pages of the same order, whose references are compared: only what is booked has a text. What is the same for all
 * entries is computed once (`s`). No row: no such account of this customer, or none covered.
 */
export const bookedTexts = statement<TextPage, BookedParameters>(
  'transactions.booked-texts',
  /* sql */ `
  select '{' || ${accountMembers} || '}' as account, k.found,
    case when k.found = 0 then '' when k.refs[1:$8::integer - 1] = t.refs then t.members end as members,
    t.last_day::text as "lastDate", t.refs[$8::integer - 1] as "lastReference"
  ${ofAccount}
  cross join lateral (select hashtextextended(a.owner_name, 0) as name_hash, ${balanceAfterMember} as balance_after offset 0) s
  cross join lateral (
    select count(*)::integer as found, array_agg(e.entry_reference) as refs
    from (select e.entry_reference from entry e where ${pageSql('e', '$8::integer')}) e
  ) k
  cross join lateral (
    select array_agg(t.entry_reference) as refs, min(t.booking_date) as last_day,
      string_agg(case when $9::boolean then t.members || (s.balance_after || t.balance_after) else t.members end, case when $9::boolean then '${between.balances}' else '${between.noBalances}' end) as members
    from (select t.* from entry_text t where ${pageSql('t', '$8::integer - 1')}) t
    where ${isCurrent('t', 's.name_hash')}
  ) t
  ${ofPrincipal}
`,
  {
    standby: true,
    bytes: true,
    together: ['uuid', 'uuid[]', 'uuid', 'date', 'date', 'date', 'text', 'int', 'boolean'],
    piggyback: changesBesides,
    runs: runsOfPages,
  },
);

/**
 * A page of booked entries. `page`: the condition, order and limit ($8) of a table's rows. Keys and texts are two pages of the same order
 * and length: the texts of the entries that are shown are among them; others match none, and have no place. A full join, as that is merged
 * or hashed in every plan: where PostgreSQL expected few rows, a left join compared each key with each text (11 ms, not 2).
 */
export const bookedPageSql = (direction: 'asc' | 'desc', page: (table: string) => string): string => /* sql */ `
  select '{' || ${accountMembers} || '}' as account, p.*
  ${ofAccount}
  cross join lateral (
    select count(k.place)::integer as found, coalesce(string_agg(${bookedText}, ',' order by k.place) filter (where k.place < $8::integer), '') as booked,
      max(k.booking_date) filter (where k.place = $8::integer - 1)::text as "lastDate", max(k.entry_reference) filter (where k.place = $8::integer - 1) as "lastReference"
    from (
      select e.booking_date, e.entry_reference, row_number() over (order by e.booking_date ${direction}, e.entry_reference ${direction}) as place
      from entry e
      where ${page('e')}
    ) k
    full join (select * from entry_text t where ${page('t')}) t on t.booking_date = k.booking_date and t.entry_reference = k.entry_reference
  ) p
  ${ofPrincipal}
`;

/** A page of booked entries, newest first. No row: as above. */
export const bookedPage = statement<EntryPage, [...BookedParameters, showsOwner: boolean]>(
  'transactions.booked',
  bookedPageSql('desc', (table) => pageSql(table, '$8::integer')),
  { standby: true, bytes: true },
);

const beforeKey = (kind: string): string =>
  `(case when $11::text = '${kind}' then $6::date else $5::date + 1 end, case when $11::text = '${kind}' then $7::text else '' end)`;

/**
 * A page of pending entries, followed by booked ones if `withBooked`: the pages run through both lists. An entry booked
 * meanwhile is newer than the entries already returned, so it does not shift later pages. No row: as above.
 */
export const pendingPage = statement<EntryPage, [...BookedParameters, showsOwner: boolean, afterKind: string | null, withBooked: boolean]>(
  'transactions.pending',
  /* sql */ `
  select '{' || ${accountMembers} || '}' as account, p.*
  ${ofAccount}
  cross join lateral (
    select count(*)::integer as found,
      coalesce(string_agg(l.text, ',' order by l.place) filter (where l.place < $8::integer and l.kind = 'booked'), '') as booked,
      coalesce(string_agg(l.text, ',' order by l.place) filter (where l.place < $8::integer and l.kind = 'pending'), '') as pending,
      max(l.kind) filter (where l.place = $8::integer - 1) as "lastKind",
      max(l.booking_date) filter (where l.place = $8::integer - 1)::text as "lastDate", max(l.entry_reference) filter (where l.place = $8::integer - 1) as "lastReference"
    from (
      select k.*, case k.kind when 'booked' then ${bookedText} else (
          select '{' || ${pendingMembers('$10::boolean')} || '}'
          from pending_entry e where e.account_id = h.resource_id and e.entry_date = k.booking_date and e.entry_reference = k.entry_reference
        ) end as text
      from (
        select k.*, row_number() over (order by kind desc, booking_date desc, entry_reference desc) as place
        from (
          (select 'pending' as kind, e.entry_date as booking_date, e.entry_reference
          from pending_entry e
          where e.account_id = h.resource_id and e.entry_date >= $4::date and $11::text is distinct from 'booked' and (e.entry_date, e.entry_reference) < ${beforeKey('pending')}
          order by e.entry_date desc, e.entry_reference desc
          limit $8::integer)
          union all
          (select 'booked', e.booking_date, e.entry_reference
          from entry e
          where e.account_id = h.resource_id and e.booking_date >= $4::date and $12::boolean and (e.booking_date, e.entry_reference) < ${beforeKey('booked')}
          order by e.booking_date desc, e.entry_reference desc
          limit $8::integer)
          order by kind desc, booking_date desc, entry_reference desc
          limit $8::integer
        ) k
      ) k
      left join entry_text t on k.kind = 'booked' and t.account_id = h.resource_id and t.booking_date = k.booking_date and t.entry_reference = k.entry_reference
    ) l
  ) p
  ${ofPrincipal}
`,
  { standby: true, bytes: true },
);
