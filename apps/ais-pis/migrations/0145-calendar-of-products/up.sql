-- Two calendars, kept apart (docs/decisions/0117): the business day of a currency, and the days of each payment product.
--
-- Migration 0014 named Directive 402 as the source of closed Fridays. The directive says the opposite: Fridays are business days until
-- 14:00, and so are the eves of seven holidays (Bank of Israel, Proper Conduct of Banking Business Directive 402, "The Business Day in
-- Banking Corporations"). Masav stays closed on Fridays: that is a fact of the product, in product_days.
--
-- The last release runs on this schema as before: it reads every row of rest_day as a closed weekday, so Friday stays closed for all shekel
-- products there, and it knows no short days. A holiday that it loads or removes moves waiting payments too, by the triggers below.
-- checked: columns are nullable and tables new; the triggers fire on calendar rows only, of which there are a few a year

-- A weekday without business or, where ends_at says so, one on which business ends then (HH:MM, the bank's time).
alter table rest_day add column ends_at text;
alter table rest_day add constraint rest_day_ends_at check (ends_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') not valid;

-- A day on which business ends early.
create table short_day (
  currency  text not null check (currency ~ '^[A-Z]{3}$'),
  day       date not null,
  name      text not null,
  ends_at   text not null check (ends_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (currency, day)
);

-- A day on which a payment product is not offered, although its currency has a business day.
create table product_rest_day (
  payment_product  text not null,
  day              date not null,
  name             text not null,
  primary key (payment_product, day)
);

-- What the database needs to know of each payment product. ais-pis writes it from its products file when it starts.
create table product_days (
  payment_product       text primary key,
  currencies            text[],                                       -- null: any
  any_day               boolean not null,                             -- no cut-off: executed on every day
  rest_weekdays         smallint[] not null,                          -- 0: Sunday; besides those of the currency
  answer_business_days  smallint,                                     -- until clearing must have answered; null: seconds
  time_zone             text not null
);

-- Years of a currency that were filled by rule. Each is filled once, so that a day that the bank has removed stays removed.
create table calendar_year (
  currency  text not null,
  year      smallint not null,
  primary key (currency, year)
);

-- Payments whose day has changed since their approval, with the day that was approved. first_day: they are never executed before it.
create table moved_payment (
  payment_id  uuid primary key references payment,
  first_day   date not null
);
create index moved_payment_by_first_day on moved_payment (first_day);

-- Clients and customers to be notified of a new day.
create table payment_move_due (
  due_id      bigint generated always as identity primary key,
  payment_id  uuid not null
);

insert into calendar_year (currency, year) select currency, year from unnest(array['EUR', 'ILS']) currency, generate_series(2024, 2028) year;

-- Only where the bank has left Friday as it was shipped. Where it has removed that row, Friday is open all day and stays so.
update rest_day set ends_at = '14:00' where currency = 'ILS' and weekday = 5;

-- The eves of the shipped holidays. Where the bank has removed the holiday, its eve is a whole day.
insert into short_day (currency, day, name, ends_at)
select 'ILS', eve.day::date, eve.name, '14:00'
from (
  values
    ('2024-04-22', 'Eve of Passover'),
    ('2024-04-28', 'Eve of the seventh day of Passover'),
    ('2024-05-13', 'Eve of Independence Day'),
    ('2024-06-11', 'Eve of Shavuot'),
    ('2024-10-02', 'Eve of Rosh Hashanah'),
    ('2024-10-16', 'Eve of Sukkot'),
    ('2024-10-23', 'Eve of Shemini Atzeret'),
    ('2025-04-12', 'Eve of Passover'),
    ('2025-04-18', 'Eve of the seventh day of Passover'),
    ('2025-04-30', 'Eve of Independence Day'),
    ('2025-06-01', 'Eve of Shavuot'),
    ('2025-09-22', 'Eve of Rosh Hashanah'),
    ('2025-10-06', 'Eve of Sukkot'),
    ('2025-10-13', 'Eve of Shemini Atzeret'),
    ('2026-04-01', 'Eve of Passover'),
    ('2026-04-07', 'Eve of the seventh day of Passover'),
    ('2026-04-21', 'Eve of Independence Day'),
    ('2026-05-21', 'Eve of Shavuot'),
    ('2026-09-11', 'Eve of Rosh Hashanah'),
    ('2026-09-25', 'Eve of Sukkot'),
    ('2026-10-02', 'Eve of Shemini Atzeret'),
    ('2027-04-21', 'Eve of Passover'),
    ('2027-04-27', 'Eve of the seventh day of Passover'),
    ('2027-05-11', 'Eve of Independence Day'),
    ('2027-06-10', 'Eve of Shavuot'),
    ('2027-10-01', 'Eve of Rosh Hashanah'),
    ('2027-10-15', 'Eve of Sukkot'),
    ('2027-10-22', 'Eve of Shemini Atzeret'),
    ('2028-04-10', 'Eve of Passover'),
    ('2028-04-16', 'Eve of the seventh day of Passover'),
    ('2028-05-01', 'Eve of Independence Day'),
    ('2028-05-30', 'Eve of Shavuot'),
    ('2028-09-20', 'Eve of Rosh Hashanah'),
    ('2028-10-04', 'Eve of Sukkot'),
    ('2028-10-11', 'Eve of Shemini Atzeret')
) as eve (day, name)
join holiday h on h.currency = 'ILS' and h.day = eve.day::date + 1;

-- As shipped; a bank with a products file of its own has its rows when ais-pis of this release starts.
insert into product_days (payment_product, currencies, any_day, rest_weekdays, answer_business_days, time_zone) values
  ('sepa-credit-transfers', '{EUR}', false, '{}', 1, 'Asia/Jerusalem'),
  ('instant-sepa-credit-transfers', '{EUR}', true, '{}', null, 'Asia/Jerusalem'),
  ('target-2-payments', '{EUR}', false, '{}', null, 'Asia/Jerusalem'),
  ('cross-border-credit-transfers', null, false, '{}', 3, 'Asia/Jerusalem'),
  ('masav', '{ILS}', false, '{5}', 1, 'Asia/Jerusalem'),
  ('zahav', '{ILS}', false, '{}', null, 'Asia/Jerusalem'),
  ('fp', '{ILS}', true, '{}', null, 'Asia/Jerusalem');

-- The rule of business-day.ts, for what has to happen in the transaction that changes the calendar. apps/ais-pis/test/calendar-in-sql.spec.ts
-- compares the two. A currency without rest days of its own has business where all calendars have it, and on none of its own holidays.
create function is_business_day(of_currency text, of_product text, on_day date) returns boolean language sql stable as $$
  select not exists (
      select from rest_day r
      where r.weekday = extract(dow from on_day) and r.ends_at is null
        and (r.currency = of_currency or not exists (select from rest_day own where own.currency = of_currency))
    ) and not exists (
      select from holiday h
      where h.day = on_day and (
        h.currency = of_currency
        or (not exists (select from rest_day own where own.currency = of_currency) and exists (select from rest_day own where own.currency = h.currency))
      )
    ) and not exists (
      select from product_days p where p.payment_product = of_product and extract(dow from on_day)::smallint = any(p.rest_weekdays)
    ) and not exists (
      select from product_rest_day d where d.payment_product = of_product and d.day = on_day
    )
$$;

-- The business day so many business days after from_day, which counts as the next one if it is none itself (PSD2 art. 78).
create function business_days_after(of_currency text, of_product text, from_day date, number integer) returns date language plpgsql stable as $$
declare
  at       date := from_day;
  days     integer := number;
  without  integer := 0;
begin
  loop
    if is_business_day(of_currency, of_product, at) then
      if days = 0 then
        return at;
      end if;
      days := days - 1;
      without := 0;
    else
      without := without + 1;
      if without > 30 then
        raise exception 'the calendar would have no business day for % on more than 30 consecutive days, up to %', coalesce(of_product || ' in ', '') || of_currency, at
          using errcode = 'check_violation';
      end if;
    end if;
    at := at + 1;
  end loop;
end
$$;

-- Raises an error if a day is one of more than 30 consecutive days without business.
create function refuse_closed_calendar(of_currency text, of_product text, on_day date) returns void language plpgsql stable as $$
begin
  perform business_days_after(of_currency, of_product, coalesce(max(open.day)::date + 1, on_day - 30), 0)
  from generate_series(on_day - 30, on_day, interval '1 day') open (day)
  where is_business_day(of_currency, of_product, open.day::date);
end
$$;

-- Whether the creditor's account is at this bank: such a payment needs no business day. A domestic number has the check digits of ISO 7064.
create function is_paid_inside(creditor jsonb) returns boolean language sql stable as $$
  select exists (
    select from account a
    where a.iban = case
      when creditor ? 'iban' then creditor ->> 'iban'
      when creditor ->> 'bban' ~ '^[0-9]{19}$' then 'IL' || lpad((98 - ((creditor ->> 'bban') || '182100')::numeric % 97)::text, 2, '0') || (creditor ->> 'bban')
    end
  )
$$;

-- Gives payments, which the transaction has locked, another day. The money that is reserved for them has the new day as its value date.
create function postpone_payments(ids uuid[], days date[]) returns void language plpgsql as $$
begin
  with asked as (
    select p.payment_id, p.execution_date as old_day, p.transaction_status as status, a.new_day
    from unnest(ids, days) as a (payment_id, new_day) join payment p using (payment_id)
  ), postponed as (
    update payment p set execution_date = asked.new_day from asked where p.payment_id = asked.payment_id
  ), announced as (
    update pending_entry e set value_date = asked.new_day from asked where e.subject = asked.payment_id
  ), noted as (
    -- The second approval of a payment sets its day anew.
    insert into moved_payment (payment_id, first_day) select payment_id, old_day from asked where status <> 'PATC' on conflict (payment_id) do nothing
  )
  insert into payment_move_due (payment_id) select payment_id from asked where status <> 'PATC';
end
$$;

-- Gives everything that waits for these days (null: for any day) the day that the calendar has for it now.
create function follow_calendar(days date[]) returns void language plpgsql as $$
declare
  ids       uuid[];
  new_days  date[];
begin
  with candidate as (
    select payment_id from payment where transaction_status in ('PDNG', 'ACFC') and execution_date = any(days)
    union all
    select payment_id from payment where days is null and transaction_status in ('PDNG', 'ACFC') and execution_date > '-infinity'
    union all
    select payment_id from payment where approve_by is not null and transaction_status = 'PATC' and (days is null or execution_date = any(days))
    union all
    select k.payment_id from payment_check k where k.state = 'HELD'
    union all
    select m.payment_id from unnest(days) as changed (day) join moved_payment m on m.first_day between changed.day - 31 and changed.day
  ), waiting as materialized (
    select p.payment_id, p.payment_product, p.currency, p.execution_date, coalesce(m.first_day, p.execution_date) as first_day
    from payment p
    join product_days d on d.payment_product = p.payment_product and not d.any_day
    left join moved_payment m on m.payment_id = p.payment_id
    where p.payment_id in (select payment_id from candidate) and p.transaction_status in ('PATC', 'ACTC', 'PDNG', 'ACFC')
      and p.execution_date is not null and not is_paid_inside(p.request -> 'creditorAccount')
    order by p.payment_id
    for no key update of p
  ), day as materialized (
    select payment_product, currency, first_day, business_days_after(currency, payment_product, first_day, 0) as new_day
    from waiting group by 1, 2, 3
  )
  select array_agg(payment_id), array_agg(new_day) into ids, new_days
  from waiting join day using (payment_product, currency, first_day)
  where new_day <> execution_date;
  if ids is not null then
    perform postpone_payments(ids, new_days);
  end if;

  -- Answers that clearing owes by the end of a business day.
  update clearing_instruction i set answer_by = due.answer_by
  from (
    select o.instruction_id, (business_days_after(o.currency, o.payment_product, o.instructed_on, d.answer_business_days) + 1)::timestamp at time zone d.time_zone as answer_by
    from clearing_instruction o
    join product_days d on d.payment_product = o.payment_product and d.answer_business_days is not null
    where o.state = 'INSTRUCTED' and (days is null or exists (select from unnest(days) day where day between o.instructed_on and o.instructed_on + 60))
    order by o.instruction_id
    for no key update of o
  ) due
  where i.instruction_id = due.instruction_id and i.answer_by <> due.answer_by;
end
$$;

create function holidays_changed() returns trigger language plpgsql as $$
begin
  -- Only where holidays are close together can a calendar be left without a business day.
  perform refuse_closed_calendar(of_currency, null, day)
  from changed c, unnest(array[currency, 'XXX']) of_currency
  where (select count(*) from holiday h where h.day between c.day - 30 and c.day + 30) > 15;
  perform follow_calendar(array(select distinct day from changed));
  return null;
end
$$;
create trigger payments_follow_added after insert on holiday referencing new table as changed for each statement execute function holidays_changed();
create trigger payments_follow_updated after update on holiday referencing new table as changed for each statement execute function holidays_changed();
create trigger payments_follow_removed after delete on holiday referencing old table as changed for each statement execute function holidays_changed();

create function product_rest_days_changed() returns trigger language plpgsql as $$
begin
  perform refuse_closed_calendar(currency, c.payment_product, c.day)
  from changed c join product_days d on d.payment_product = c.payment_product, unnest(coalesce(d.currencies, '{XXX}')) currency
  where (select count(*) from product_rest_day r where r.payment_product = c.payment_product and r.day between c.day - 30 and c.day + 30) > 5;
  perform follow_calendar(array(select distinct day from changed));
  return null;
end
$$;
create trigger payments_follow_added after insert on product_rest_day referencing new table as changed for each statement execute function product_rest_days_changed();
create trigger payments_follow_updated after update on product_rest_day referencing new table as changed for each statement execute function product_rest_days_changed();
create trigger payments_follow_removed after delete on product_rest_day referencing old table as changed for each statement execute function product_rest_days_changed();

create function weekdays_changed() returns trigger language plpgsql as $$
begin
  perform business_days_after(currency, null, current_date, 0) from (select currency from rest_day union select 'XXX') of_currency;
  perform business_days_after(currency, d.payment_product, current_date, 0) from product_days d, unnest(coalesce(d.currencies, '{XXX}')) currency where not d.any_day;
  perform follow_calendar(null);
  return null;
end
$$;
create trigger payments_follow after insert or update or delete on rest_day for each statement execute function weekdays_changed();
create trigger payments_follow after insert or update or delete on product_days for each statement execute function weekdays_changed();
