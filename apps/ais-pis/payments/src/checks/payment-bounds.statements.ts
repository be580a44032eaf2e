import { statement } from '@open-banking/database';

/** Until the transaction ends nobody else decides payments of these customers, or changes their limits. In one order, so that two groups do not wait for each other. */
export const lockSpending = statement<object, [psuIds: readonly string[]]>(
  'payment-bounds.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('spending ' || psu_id, 0)) from (select distinct unnest($1::text[]) as psu_id order by psu_id) customers
`,
);

export interface BoundsRow {
  readonly paymentId: string;
  readonly capPerPayment: string | null;
  readonly capPerDay: string | null;
  readonly ownPerPayment: string | null;
  readonly ownPerDay: string | null;
}

/** What bounds these payments: the cap in force now, and for instant products the customer's own limit that was in force when the payment was approved. */
export const boundsOf = statement<BoundsRow, [paymentIds: readonly string[], instantProducts: readonly string[]]>(
  'payment-bounds.of',
  /* sql */ `
  select p.payment_id as "paymentId", c.per_payment::text as "capPerPayment", c.per_day::text as "capPerDay",
    o.per_payment::text as "ownPerPayment", o.per_day::text as "ownPerDay"
  from payment p
  left join lateral (
    select per_payment, per_day from payment_cap
    where currency = p.currency and holder in (p.psu_id, '00000000-0000-0000-0000-000000000000') order by holder desc limit 1
  ) c on true
  left join lateral (
    select per_payment, per_day from instant_limit
    where psu_id = p.psu_id and currency = p.currency and p.payment_product = any($2::text[])
      and set_at <= (select max(a.approved_at) from payment_approval a where a.payment_id = p.payment_id)
    order by set_at desc limit 1
  ) o on true
  where p.payment_id = any($1::uuid[]) and coalesce(c.per_payment, c.per_day, o.per_payment, o.per_day) is not null
`,
);

export interface SpentRow {
  readonly psuId: string;
  readonly executionDate: string;
  readonly currency: string;
  readonly all: string;
  readonly instant: string;
}

/** What customers have paid or reserved on days, without what was rejected. Asked after `lockSpending`, so that it is exact. */
export const spentOn = statement<
  SpentRow,
  [psuIds: readonly string[], days: readonly string[], currencies: readonly string[], instantProducts: readonly string[]]
>(
  'payment-bounds.spent',
  /* sql */ `
  select d.psu_id as "psuId", d.day::text as "executionDate", d.currency, coalesce(paid.total, 0)::text as all, coalesce(paid.instant, 0)::text as instant
  from unnest($1::uuid[], $2::date[], $3::text[]) as d(psu_id, day, currency)
  cross join lateral (
    select sum(p.amount) as total, sum(p.amount) filter (where p.payment_product = any($4::text[])) as instant
    from payment p
    where p.psu_id = d.psu_id and p.execution_date = d.day and p.currency = d.currency and p.transaction_status in ('ACFC', 'ACSP', 'ACSC', 'ACCC')
  ) paid
`,
);

/** The letters and digits of an entry's account, which the index is on. */
const number = "upper(regexp_replace(account, '[^A-Za-z0-9]', '', 'g'))";

/**
 * The entries that block one of these accounts, and those that may block one of these names, with the reason. `account` is as accounts are
 * compared; `name` is as it was given, and is compared once more: names are found here by their letters alone, without what is between them.
 */
export const blockedAmong = statement<
  { account: string | null; name: string | null; reason: string },
  [accounts: readonly string[], letters: readonly string[]]
>(
  'payment-bounds.blocked',
  /* sql */ `
  select ${number} as account, null as name, reason from blocked_creditor where removed_at is null and account is not null and ${number} = any($1::text[])
  union all
  select null, shown, reason from blocked_creditor
  where removed_at is null and name_pattern is not null and not is_pattern and name_letters(name_pattern) = any($2::text[])
  union all
  select null, b.shown, b.reason from blocked_creditor b join unnest($2::text[]) as n(letters) on n.letters like replace(name_letters(b.name_pattern), '*', '%')
  where b.removed_at is null and b.is_pattern and b.entry_id > '00000000-0000-0000-0000-000000000000'
`,
);
