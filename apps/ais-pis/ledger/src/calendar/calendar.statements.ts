import { statement } from '@open-banking/database';

/** Changes with every change of the calendar's rows. */
export const calendarVersion = statement<{ version: string }>('calendar.version', 'select version::text from calendar_version');

export const restDays = statement<{ currency: string; weekday: number; endsAt: string | null }>(
  'calendar.rest-days',
  'select currency, weekday, ends_at as "endsAt" from rest_day',
);

export const holidays = statement<{ currency: string; day: string }>('calendar.holidays', 'select currency, day::text from holiday');

export const shortDays = statement<{ currency: string; day: string; endsAt: string }>(
  'calendar.short-days',
  'select currency, day::text, ends_at as "endsAt" from short_day',
);

export const productRestDays = statement<{ product: string; day: string }>(
  'calendar.product-rest-days',
  'select payment_product as product, day::text from product_rest_day',
);

export const filledYears = statement<{ currency: string; year: number }>(
  'calendar.filled-years',
  'select currency, year from calendar_year',
);

/**
 * Fills years of currencies that were not filled before, with days that are not there yet. A year is filled once: what the bank has removed
 * since stays removed. Two processes wait for each other at the key of the year.
 */
export const fillYears = statement<{ currency: string; year: number }, [years: string, days: string]>(
  'calendar.fill-years',
  /* sql */ `
  with fresh as (
    insert into calendar_year (currency, year)
    select currency, year from jsonb_to_recordset($1::jsonb) as y(currency text, year smallint) order by currency, year
    on conflict do nothing
    returning currency, year
  ), given as (
    select d.* from jsonb_to_recordset($2::jsonb) as d(currency text, year smallint, day date, name text, "endsAt" text) join fresh using (currency, year)
  ), closed as (
    insert into holiday (currency, day, name) select currency, day, name from given where "endsAt" is null on conflict do nothing
  ), short as (
    insert into short_day (currency, day, name, ends_at) select currency, day, name, "endsAt" from given where "endsAt" is not null on conflict do nothing
  )
  select currency, year from fresh
`,
);

/**
 * For each currency with a calendar that no rule continues: how many days until the last day that was loaded for it; 0 where that is past,
 * or nothing was loaded.
 */
export const daysLeft = statement<{ currency: string; days: number }, [today: string, byRule: readonly string[]]>(
  'calendar.days-left',
  /* sql */ `
  select c.currency, greatest(coalesce((select max(h.day) from holiday h where h.currency = c.currency) - $1::date, 0), 0) as days
  from (select currency from rest_day union select currency from holiday) c
  where c.currency <> all($2::text[])
  order by c.currency
`,
);

/** Keeps what the database knows of the payment products as the products file says. Products that are in it no more stay known for their payments. */
export const keepProductDays = statement<never, [products: string, timeZone: string]>(
  'calendar.keep-product-days',
  /* sql */ `
  insert into product_days as known (payment_product, currencies, any_day, rest_weekdays, answer_business_days, time_zone)
  select product, currencies, "anyDay", "restDays", "answerBusinessDays", $2
  from jsonb_to_recordset($1::jsonb) as p(product text, currencies text[], "anyDay" boolean, "restDays" smallint[], "answerBusinessDays" smallint)
  where not exists (
    select from product_days d
    where d.payment_product = p.product
      and (d.currencies, d.any_day, d.rest_weekdays, d.answer_business_days, d.time_zone)
        is not distinct from (p.currencies, p."anyDay", p."restDays", p."answerBusinessDays", $2)
  )
  order by product
  on conflict (payment_product) do update set
    currencies = excluded.currencies, any_day = excluded.any_day, rest_weekdays = excluded.rest_weekdays,
    answer_business_days = excluded.answer_business_days, time_zone = excluded.time_zone
`,
);
