import { type ResourceGrants } from '@open-banking/access';
import { jsonMembers, purgeBatch, statement } from '@open-banking/database';
import { accountMembers, pendingMembers, removedMembers } from './transactions.messages.js';
import { bookedText, ofAccount, ofPrincipal, type AccountPage } from './transactions.statements.js';

/** A page of changes as PostgreSQL writes it, and the position that its list ends at. */
export interface ChangesPage extends AccountPage {
  readonly removed: Buffer;
  readonly pending: Buffer;
  readonly booked: Buffer;
  readonly toDay: Buffer;
  readonly toReference: Buffer;
  readonly toChange: Buffer;
}

type ChangesParameters = [
  psuId: string,
  granted: ResourceGrants,
  accountId: string,
  sinceDay: string,
  sinceReference: string,
  sinceChange: string,
  lists: readonly string[],
  take: number,
  showsBalances: boolean,
  showsOwner: boolean,
  toDay: string | null,
  toReference: string | null,
  toChange: string | null,
  afterList: string | null,
  afterDay: string | null,
  afterReference: string | null,
];

const before = (list: string, first: string, after: string): string => `case when $14::text = '${list}' then ${after} else ${first} end`;
/** Lists that are asked for and not behind this page: those that come later have names that are less. */
const isAsked = (list: string): string => `'${list}' = any($7::text[]) and '${list}' <= coalesce($14::text, 'removed')`;

/**
 * A page of what has changed since a position: what is no longer pending, what is pending and new or changed, what was booked, each the
 * newest first, the pages running through all three. Without an end, the end is where the account is now: all of it is of one snapshot. What
 * is no longer pending is listed only to those who have seen what was. A reference of 17 digits follows the one of which it has the first 16.
 */
export const changesPage = statement<ChangesPage, ChangesParameters>(
  'transactions.changes',
  /* sql */ `
  select '{' || ${accountMembers} || '}' as account, p.*, upto.day::text as "toDay", upto.reference as "toReference", upto.change::text as "toChange"
  ${ofAccount}
  cross join lateral (
    select (case when (l.booking_date, l.entry_reference) > ($4::date, $5::text) then l.booking_date else $4::date end) as day,
      (case when (l.booking_date, l.entry_reference) > ($4::date, $5::text) then l.entry_reference else $5::text end) as reference,
      greatest($6::bigint, 0, (select max(e.change_number) from pending_entry e where e.account_id = h.resource_id),
        (select r.change_number from pending_removal r where r.account_id = h.resource_id order by r.change_number desc limit 1)) as change
    from (select) one
    left join lateral (
      select e.booking_date, e.entry_reference from entry e where e.account_id = h.resource_id
      order by e.booking_date desc, e.entry_reference desc limit 1
    ) l on true
    where $11::date is null
    union all
    select $11::date, $12::text, $13::bigint where $11::date is not null
  ) upto
  cross join lateral (
    select count(*)::integer as found,
      ${['removed', 'pending', 'booked'].map((list) => `coalesce(string_agg(l.text, ',' order by l.place) filter (where l.place < $8::integer and l.list = '${list}'), '') as ${list}`).join(',\n      ')},
      max(l.list) filter (where l.place = $8::integer - 1) as "lastKind",
      max(l.booking_date) filter (where l.place = $8::integer - 1)::text as "lastDate", max(l.entry_reference) filter (where l.place = $8::integer - 1) as "lastReference"
    from (
      select k.*, case k.list when 'booked' then ${bookedText} when 'pending' then (
          select '{' || ${pendingMembers('$10::boolean')} || '}'
          from pending_entry e where e.account_id = h.resource_id and e.entry_date = k.booking_date and e.entry_reference = k.entry_reference
        ) else (
          select '{' || ${jsonMembers(removedMembers('r'))} || '}'
          from pending_removal r where r.account_id = h.resource_id and r.change_number = k.entry_reference::bigint
        ) end as text
      from (
        select k.*, row_number() over (order by list desc, booking_date desc, entry_reference desc) as place
        from (
          (select 'removed' as list, date '0001-01-01' as booking_date, lpad(r.change_number::text, 19, '0') as entry_reference
          from pending_removal r
          where ${isAsked('removed')} and $6::bigint >= 0 and r.account_id = h.resource_id
            and r.change_number > $6::bigint and r.change_number < ${before('removed', 'upto.change + 1', '$16::text::bigint')}
            and not exists (select from pending_entry e where e.account_id = h.resource_id and coalesce(e.transaction_id, e.entry_reference) = r.transaction_id)
          order by r.change_number desc
          limit $8::integer)
          union all
          (select 'pending', e.entry_date, e.entry_reference
          from pending_entry e
          where ${isAsked('pending')} and e.account_id = h.resource_id and coalesce(e.change_number, 0) > $6::bigint and coalesce(e.change_number, 0) <= upto.change
            and ($14::text is distinct from 'pending' or (e.entry_date, e.entry_reference) < ($15::date, $16::text))
          order by e.entry_date desc, e.entry_reference desc
          limit $8::integer)
          union all
          (select 'booked', e.booking_date, e.entry_reference
          from entry e
          where ${isAsked('booked')} and e.account_id = h.resource_id and (e.booking_date, e.entry_reference) > ($4::date, $5::text)
            and (e.booking_date, e.entry_reference) < (${before('booked', 'upto.day', '$15::date')}, ${before('booked', "upto.reference || '0'", '$16::text')})
          order by e.booking_date desc, e.entry_reference desc
          limit $8::integer)
          order by list desc, booking_date desc, entry_reference desc
          limit $8::integer
        ) k
      ) k
      left join entry_text t on k.list = 'booked' and t.account_id = h.resource_id and t.booking_date = k.booking_date and t.entry_reference = k.entry_reference
    ) l
  ) p
  ${ofPrincipal}
`,
  { standby: true, bytes: true },
);

/** The day of a booked entry; null: the account has none of this reference. No row: no such account of this customer, or none covered. */
export const bookingDayOf = statement<
  { day: string | null },
  [psuId: string, granted: ResourceGrants, accountId: string, entryReference: string]
>(
  'transactions.booking-day',
  /* sql */ `
  select (select e.booking_date::text from entry e where e.account_id = a.account_id and e.entry_reference = $4) as day
  ${ofAccount}
  ${ofPrincipal}
`,
  { standby: true },
);

type ReportKey = [consentId: string, accountId: string, bookingStatus: string];

/** What was last reported without a link. No row: nothing yet, or so long ago that what has been removed since is forgotten. */
export const lastReport = statement<{ requestId: string; since: string[]; reached: string[] | null }, [...ReportKey, notBefore: Date]>(
  'transactions.last-report',
  /* sql */ `
  select request_id as "requestId", since, reached from change_report
  where consent_id = $1 and account_id = $2 and booking_status = $3 and reported_at > $4
`,
);

/** `reached`: null where the report has further pages. */
export const keepReport = statement<
  never,
  [...ReportKey, requestId: string, since: readonly string[], reached: readonly string[] | null, now: Date]
>(
  'transactions.keep-report',
  /* sql */ `
  insert into change_report (consent_id, account_id, booking_status, request_id, since, reached, reported_at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (consent_id, account_id, booking_status) do update
  set request_id = excluded.request_id, since = excluded.since, reached = coalesce(excluded.reached, change_report.reached), reported_at = excluded.reported_at
`,
);

/** The last page of a report was read. */
export const keepReached = statement<never, [...ReportKey, reached: readonly string[], now: Date]>(
  'transactions.keep-reached',
  /* sql */ `
  update change_report set reached = $4, reported_at = $5 where consent_id = $1 and account_id = $2 and booking_status = $3
`,
);

/** A thousand at a time. What becomes new while it waits stays: its age is looked at again outside. */
const forgetting = (table: string, at: string, key: string): string => /* sql */ `
  delete from ${table} where (${key}) in (select ${key} from ${table} where ${at} < $1 order by ${at} limit ${purgeBatch}) and ${at} < $1 returning true as gone`;

export const forgetRemovals = statement<{ gone: true }, [before: Date]>(
  'transactions.forget-removals',
  forgetting('pending_removal', 'removed_at', 'account_id, change_number'),
);
export const forgetReports = statement<{ gone: true }, [before: Date]>(
  'transactions.forget-reports',
  forgetting('change_report', 'reported_at', 'consent_id, account_id, booking_status'),
);
