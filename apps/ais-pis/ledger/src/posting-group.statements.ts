import { statement } from '@open-banking/database';
import { declared, listed, names, pendingNames, taken } from './fact-columns.js';
import type { LockedAccount } from './posting.js';

/** Locks the accounts that exist until the transaction ends, in id order as `lockAccounts` does. Read them afterwards. */
export const lockAccountsOfGroup = statement<{ accountId: string }, [accountIds: readonly string[]]>(
  'posting-groups.lock-accounts',
  /* sql */ `
  select account_id as "accountId" from account_balance where account_id = any($1::uuid[]) order by account_id for no key update
`,
);

/** The accounts as they are now that they are locked: a row that was waited for is the newest, but rows joined to it may be older. */
export const accountsOfGroup = statement<Omit<LockedAccount, 'reservedForSubject'>, [accountIds: readonly string[]]>(
  'posting-groups.accounts',
  /* sql */ `
  select b.account_id as "accountId", a.currency, a.status, (b.booked - b.reserved + b.overdraft)::text as available
  from account_balance b join account a on a.account_id = b.account_id
  where b.account_id = any($1::uuid[])
  order by b.account_id
`,
);

/** An amount reserved for a subject. */
export interface ReservedAmount {
  readonly subject: string;
  readonly accountId: string;
  readonly amount: string;
}

export const reservedAmounts = statement<ReservedAmount, [subjects: readonly string[]]>(
  'posting-groups.reserved',
  /* sql */ `
  select subject, account_id as "accountId", (-amount)::text as amount from pending_entry where subject = any($1::uuid[])
`,
);

/**
 * Books postings as `bookPosting` does, all in one statement: entries and balances follow in the order of `at`, which counts
 * through all of them. A posting that says so releases its subject's reservation. The accounts must be locked.
 */
export const bookPostings = statement<
  { posted: number; released: number },
  [postings: string, entries: string, internalLegs: string, today: string, now: Date]
>(
  'posting-groups.book',
  /* sql */ `
  with asked as (
    select * from jsonb_to_recordset($1::jsonb) as p(at integer, kind text, subject uuid, legs smallint, releases boolean)
  ), leg as (
    select * from jsonb_to_recordset($2::jsonb) as l(at integer, subject uuid, "accountId" uuid, amount numeric, "valueDate" date${declared})
  ), placed as (
    select leg.*, greatest(b.last_booking_date, $4::date) as booked_on,
      b.booked + sum(amount) over (partition by "accountId" order by at) as balance_after, at = min(at) over (partition by subject, "accountId") as first
    from leg join account_balance b on b.account_id = leg."accountId"
  ), freed as (
    delete from pending_entry where subject in (select subject from asked where releases)
    returning subject, account_id, amount, coalesce(transaction_id, entry_reference) as transaction_id
  ), posted as (
    insert into posting (kind, subject, booking_date, value_date, posted_at, legs)
    select kind, subject, $4::date, $4::date, $5::timestamptz, legs from asked order by at returning posting_id, subject
  ), entered as (
    insert into entry (posting_id, account_id, booking_date, entry_reference, transaction_id, value_date, booked_at, amount, balance_after${listed(names)})
    select posting_id, "accountId", booked_on, nextval('entry_reference')::text, transaction_id, coalesce("valueDate", $4::date), $5::timestamptz, amount, balance_after${taken(names)}
    from (
      select placed.*, posted.posting_id, freed.transaction_id
      from placed join posted on posted.subject = placed.subject
      left join freed on freed.subject = placed.subject and freed.account_id = placed."accountId" and placed.first
      order by placed.at
    ) in_order
  ), internal as (
    insert into internal_leg (posting_id, internal_account, currency, amount)
    select posting_id, l.internal, l.currency, l.amount
    from jsonb_to_recordset($3::jsonb) as l(subject uuid, internal text, currency text, amount numeric) join posted on posted.subject = l.subject
  ), moved as (
    update account_balance b
    set booked = b.booked + of.change, reserved = b.reserved + coalesce(of.freed, 0),
        booked_before = case when b.last_booking_date < $4::date then b.booked else b.booked_before end,
        last_booking_date = greatest(b.last_booking_date, $4::date), changed_at = $5
    from (
      select "accountId", sum(amount) as change, (select sum(freed.amount) from freed where freed.account_id = leg."accountId") as freed
      from leg group by "accountId"
    ) of
    where b.account_id = of."accountId"
  )
  select (select count(*)::integer from posted) as posted, (select count(*)::integer from freed) as released
`,
);

/** Reserves amounts and adds their pending entries, in the order given. The accounts must be locked. */
export const reserveAll = statement<never, [reservations: string, today: string, now: Date]>(
  'posting-groups.reserve',
  /* sql */ `
  with asked as (
    select * from jsonb_to_recordset($1::jsonb) as l(at integer, subject uuid, "accountId" uuid, "transactionId" text, amount numeric, "valueDate" date${declared})
  ), announced as (
    insert into pending_entry (account_id, subject, entry_date, entry_reference, transaction_id, value_date, amount${listed(pendingNames)})
    select "accountId", subject, $2::date, nextval('entry_reference')::text, "transactionId", coalesce("valueDate", $2::date), -amount${taken(pendingNames)}
    from (select * from asked order by at) in_order
  )
  update account_balance b set reserved = b.reserved + of.amount, changed_at = $3
  from (select "accountId", sum(amount) as amount from asked group by "accountId") of
  where b.account_id = of."accountId"
`,
);

/** Releases the reservations of subjects. The accounts must be locked. */
export const releaseAll = statement<never, [subjects: readonly string[], now: Date]>(
  'posting-groups.release',
  /* sql */ `
  with freed as (
    delete from pending_entry where subject = any($1::uuid[]) returning account_id, amount
  )
  update account_balance b set reserved = b.reserved + of.amount, changed_at = $2
  from (select account_id, sum(amount) as amount from freed group by account_id) of
  where b.account_id = of.account_id
`,
);
