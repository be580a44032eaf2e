import { statement } from '@open-banking/database';
import { column, declared, listed, names, pendingNames, taken } from './fact-columns.js';
import type { EntryFacts, LockedAccount } from './posting.js';

// Locks in id order: otherwise two postings in opposite directions deadlock. Row locks, not SERIALIZABLE
// (docs/decisions/0012). `no key`: rows that refer to an account do not wait for it.
/** Locks the accounts that exist until the transaction ends. */
export const lockAccounts = statement<LockedAccount, [accountIds: readonly string[], subject: string]>(
  'ledger.lock-accounts',
  /* sql */ `
  select b.account_id as "accountId", a.currency, a.status, (b.booked - b.reserved + b.overdraft)::text as available,
         coalesce(-p.amount, 0)::text as "reservedForSubject"
  from account_balance b
  join account a on a.account_id = b.account_id
  left join pending_entry p on p.account_id = b.account_id and p.subject = $2
  where b.account_id = any($1::uuid[])
  order by b.account_id
  for no key update of b
`,
);

type Posted = [
  kind: string,
  subject: string,
  reverses: string | null,
  bookingDate: string,
  valueDate: string,
  now: Date,
  entries: string,
  internalLegs: string,
  legs: number,
  releasesReservation: boolean,
];

/**
 * Books a posting as a whole: its row, entries, internal legs and balances. With `releasesReservation` it also releases the
 * subject's reservation; the first entry on that account takes over the transaction id. The accounts must be locked. An entry
 * is never dated before an existing one: two replicas may pass midnight at different moments.
 */
export const bookPosting = statement<{ postingId: string; accounts: number; released: number }, Posted>(
  'ledger.book',
  /* sql */ `
  with asked as (
    select * from jsonb_to_recordset($7::jsonb) as l(at integer, "accountId" uuid, amount numeric, "valueDate" date${declared})
  ), leg as (
    select asked.*, greatest(b.last_booking_date, $4::date) as booked_on, b.booked + sum(amount) over (partition by "accountId" order by at) as balance_after,
      at = min(at) over (partition by "accountId") as first
    from asked join account_balance b on b.account_id = asked."accountId"
  ), freed as (
    delete from pending_entry where subject = $2 and $10::boolean returning account_id, amount, coalesce(transaction_id, entry_reference) as transaction_id
  ), posted as (
    insert into posting (kind, subject, reverses, booking_date, value_date, posted_at, legs) values ($1, $2, $3, $4, $5, $6, $9) returning posting_id
  ), entered as (
    insert into entry (posting_id, account_id, booking_date, entry_reference, transaction_id, value_date, booked_at, amount, balance_after${listed(names)})
    select posting_id, "accountId", booked_on, nextval('entry_reference')::text, case when first then (select transaction_id from freed where account_id = "accountId") end,
      coalesce("valueDate", $5::date), $6::timestamptz, amount, balance_after${taken(names)}
    from posted, (select * from leg order by at) in_order
  ), internal as (
    insert into internal_leg (posting_id, internal_account, currency, amount)
    select posting_id, l.internal, l.currency, l.amount from posted, jsonb_to_recordset($8::jsonb) as l(internal text, currency text, amount numeric)
  ), moved as (
    update account_balance b
    set booked = b.booked + of.change, reserved = b.reserved + coalesce((select amount from freed where account_id = b.account_id), 0),
        booked_before = case when b.last_booking_date < $4::date then b.booked else b.booked_before end,
        last_booking_date = greatest(b.last_booking_date, $4::date), changed_at = $6
    from (select "accountId", sum(amount) as change from asked group by 1) of
    where b.account_id = of."accountId"
    returning b.account_id
  )
  select posting_id as "postingId", (select count(*)::integer from moved) as accounts, (select count(*)::integer from freed join moved using (account_id)) as released
  from posted
`,
);

/** Reserves an amount and adds its pending entry. The account must be locked. */
export const reserve = statement<
  { accountId: string },
  [
    accountId: string,
    subject: string,
    amount: string,
    day: string,
    valueDate: string,
    now: Date,
    facts: string,
    transactionId: string | null,
  ]
>(
  'ledger.reserve',
  /* sql */ `
  with announced as (
    insert into pending_entry (account_id, subject, entry_date, entry_reference, transaction_id, value_date, amount${listed(pendingNames)})
    select $1, $2, $4, nextval('entry_reference')::text, $8::text, $5, -$3::numeric${taken(pendingNames, 'l.')}
    from jsonb_to_record($7::jsonb) as l(at integer${declared})
  )
  update account_balance set reserved = reserved + $3::numeric, changed_at = $6 where account_id = $1
  returning account_id as "accountId"
`,
);

/** Releases a reservation. No row: there was none. */
export const release = statement<{ accountId: string }, [subject: string, now: Date]>(
  'ledger.release',
  /* sql */ `
  with freed as (
    delete from pending_entry where subject = $1 returning account_id, amount
  )
  update account_balance b set reserved = b.reserved + freed.amount, changed_at = $2
  from freed where b.account_id = freed.account_id
  returning b.account_id as "accountId"
`,
);

export interface FoundPosting {
  readonly postingId: string;
  readonly bookingDate: string;
  readonly valueDate: string;
}

/** The posting of a subject. No row: it has none of this kind. */
export const postingOf = statement<FoundPosting, [subject: string, kind: string]>(
  'ledger.posting',
  /* sql */ `
  select posting_id as "postingId", booking_date::text as "bookingDate", value_date::text as "valueDate" from posting where subject = $1 and kind = $2
`,
);

export interface LegRow {
  readonly accountId: string | null;
  readonly internal: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly facts: EntryFacts | null;
  readonly valueDate: string | null;
}

/** All legs of a posting, as booked. */
export const postingLegs = statement<LegRow, [postingId: string]>(
  'ledger.legs',
  /* sql */ `
  select account_id as "accountId", null as internal, (select a.currency from account a where a.account_id = entry.account_id) as currency, amount::text, value_date::text as "valueDate",
         jsonb_strip_nulls(jsonb_build_object(${names.map((name) => `'${name}', ${column(name)}`).join(', ')})) as facts
  from entry where posting_id = $1
  union all
  select null, internal_account, currency, amount::text, null, null from internal_leg where posting_id = $1
`,
);

/** Closed accounts with a balance, found by the index on closed accounts. */
export const closedWithBalance = statement<{ currency: string; count: number }>(
  'ledger.closed-with-balance',
  /* sql */ `
  select a.currency, count(*)::int as count
  from account a join account_balance b on b.account_id = a.account_id
  where a.status = 'deleted' and a.account_id >= '00000000-0000-0000-0000-000000000000' and b.booked <> 0
  group by a.currency
`,
);
