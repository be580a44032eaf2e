import { statement } from '@open-banking/database';
import { declared, listed, names, pendingNames, taken } from '@open-banking/ais-pis-ledger';

/** Gives accounts that have none yet a balance of zero, on which nothing was booked since they were opened. */
export const openBalances = statement<never, [accountIds: readonly string[], today: string, now: Date]>(
  'feed.open-balances',
  /* sql */ `
  insert into account_balance (account_id, booked, last_booking_date, booked_before, changed_at)
  select account_id, 0, least(opened_on, $2::date), 0, $3::timestamptz from account where account_id = any($1::uuid[])
  on conflict do nothing
`,
);

export interface FedAccount {
  readonly accountId: string;
  readonly currency: string;
  readonly booked: string;
}

/** The accounts of a feed as they are once they are locked (`posting-groups.lock-accounts`). */
export const fedAccounts = statement<FedAccount, [accountIds: readonly string[]]>(
  'feed.accounts',
  /* sql */ `
  select b.account_id as "accountId", a.currency, b.booked::text
  from account_balance b join account a on a.account_id = b.account_id
  where b.account_id = any($1::uuid[])
`,
);

/** Entries of a feed whose id an earlier one of the account has. */
export const knownFedEntries = statement<{ accountId: string; transactionId: string }, [entries: string]>(
  'feed.known-entries',
  /* sql */ `
  select k.account_id as "accountId", k.transaction_id as "transactionId"
  from jsonb_to_recordset($1::jsonb) as l("accountId" uuid, "transactionId" text)
  join fed_entry k on k.account_id = l."accountId" and k.transaction_id = l."transactionId"
`,
);

type BookedEntriesParams = [
  entries: string,
  internalLegs: string,
  released: string,
  announced: string,
  creditLines: string,
  subject: string,
  legs: number,
  today: string,
  now: Date,
];

/**
 * Books what the core has booked: one posting of all entries, which follow in the order of `at`. An entry is never dated before one that is
 * there, so that its place in the list is after it: one that comes late has the day of the latest, and its own value date. Pending entries
 * are taken away (those that payments have reserved too, where the core books under their id) and announced, credit lines set, and each balance follows all of it. The accounts must be locked.
 */
export const bookFedEntries = statement<{ accounts: number }, BookedEntriesParams>(
  'feed.book',
  /* sql */ `
  with leg as (
    select * from jsonb_to_recordset($1::jsonb) as l(at integer, "accountId" uuid, "transactionId" text, amount numeric, "bookingDate" date, "valueDate" date, "checkId" text, "currencyExchange" jsonb${declared})
  ), placed as (
    select leg.*, greatest(b.last_booking_date, max("bookingDate") over so_far) as booked_on, b.booked + sum(amount) over so_far as balance_after
    from leg join account_balance b on b.account_id = leg."accountId"
    window so_far as (partition by "accountId" order by at)
  ), posted as (
    insert into posting (kind, subject, booking_date, value_date, posted_at, legs) select 'CORE', $6::uuid, $8::date, $8::date, $9::timestamptz, $7::smallint where $7::smallint > 0 returning posting_id
  ), entered as (
    insert into entry (posting_id, account_id, booking_date, entry_reference, transaction_id, value_date, booked_at, amount, balance_after, check_id, currency_exchange${listed(names)})
    select posting_id, "accountId", booked_on, nextval('entry_reference')::text, "transactionId", "valueDate", $9, amount, balance_after, "checkId", "currencyExchange"${taken(names)}
    from posted, (select * from placed order by at) in_order
  ), named as (
    insert into fed_entry (account_id, transaction_id) select "accountId", "transactionId" from leg
  ), internal as (
    insert into internal_leg (posting_id, internal_account, currency, amount)
    select posting_id, 'CORE', l.currency, l.amount from posted, jsonb_to_recordset($2::jsonb) as l(currency text, amount numeric)
  ), freed as (
    delete from pending_entry p using jsonb_to_recordset($3::jsonb) as l("accountId" uuid, "transactionId" text)
    where p.account_id = any(array(select ("named" ->> 'accountId')::uuid from jsonb_array_elements($3::jsonb) as "named"))
      and p.account_id = l."accountId" and coalesce(p.transaction_id, p.entry_reference) = l."transactionId" and (p.subject is null or p.transaction_id = replace(p.subject::text, '-', ''))
    returning p.account_id, p.amount
  ), coming as (
    select * from jsonb_to_recordset($4::jsonb) as l(at integer, "accountId" uuid, "transactionId" text, amount numeric, "valueDate" date, "currencyExchange" jsonb${declared})
  ), announced as (
    insert into pending_entry (account_id, entry_date, entry_reference, transaction_id, value_date, amount, currency_exchange${listed(pendingNames)})
    select "accountId", $8, nextval('entry_reference')::text, "transactionId", "valueDate", amount, "currencyExchange"${taken(pendingNames)}
    from (select * from coming order by at) in_order
  ), line as (
    select * from jsonb_to_recordset($5::jsonb) as l("accountId" uuid, overdraft numeric)
  ), change as (
    select "accountId" as account_id, sum(amount) as booked, max(booked_on) as last, sum(amount) filter (where booked_on < latest) as before, 0 as reserved, 0 as incoming
    from (select placed.*, max(booked_on) over (partition by "accountId") as latest from placed) of_day group by 1
    union all
    select account_id, 0, null, null, coalesce(sum(amount) filter (where amount < 0), 0), coalesce(-sum(amount) filter (where amount > 0), 0) from freed group by 1
    union all
    select "accountId", 0, null, null, coalesce(-sum(amount) filter (where amount < 0), 0), coalesce(sum(amount) filter (where amount > 0), 0) from coming group by 1
    union all
    select "accountId", 0, null, null, 0, 0 from line
  ), moved as (
    update account_balance b
    set booked = b.booked + of.booked, reserved = b.reserved + of.reserved, incoming = b.incoming + of.incoming,
        booked_before = case when of.last > b.last_booking_date then b.booked + coalesce(of.before, 0) else b.booked_before end,
        last_booking_date = greatest(b.last_booking_date, of.last), changed_at = $9,
        overdraft = coalesce(line.overdraft, b.overdraft),
        beyond_line = b.booked + of.booked - b.reserved - of.reserved + coalesce(line.overdraft, b.overdraft) < 0
    from (
      select account_id, sum(booked) as booked, max(last) as last, sum(before) as before, sum(reserved) as reserved, sum(incoming) as incoming from change group by 1
    ) of left join line on line."accountId" = of.account_id
    where b.account_id = of.account_id
    returning b.account_id
  )
  select count(*)::integer as accounts from moved
`,
);
