-- A number that rises with every change of the calendar, so that the transaction that executes payments notices a change at once: it reads
-- the number, and reads the calendar again where the number has changed. A sequence would not do: it rises before the change is committed.
--
-- The last release runs on this schema as before: its loads and feeds raise the number by the triggers, and it does not read it. Its lines
-- for a product that the bank does not know are refused, as those of this release are.
-- checked: a new table; the triggers fire on calendar rows only, of which there are a few a year
create table calendar_version (
  single   boolean primary key default true check (single),
  version  bigint not null
);
insert into calendar_version (version) values (1);

create function calendar_changed() returns trigger language plpgsql as $$
begin
  update calendar_version set version = version + 1;
  return null;
end
$$;
create trigger calendar_changed after insert or update or delete on rest_day for each statement execute function calendar_changed();
create trigger calendar_changed after insert or update or delete on holiday for each statement execute function calendar_changed();
create trigger calendar_changed after insert or update or delete on short_day for each statement execute function calendar_changed();
create trigger calendar_changed after insert or update or delete on product_rest_day for each statement execute function calendar_changed();
create trigger calendar_changed after insert or update or delete on calendar_year for each statement execute function calendar_changed();

-- A rest day of a product that the bank does not know closes nothing: the name is mistyped. Rows that are there stay.
create function refuse_unknown_product() returns trigger language plpgsql as $$
begin
  if not exists (select from product_days where payment_product = new.payment_product) then
    raise exception 'paymentProduct: must be one of %', (select string_agg(payment_product, ', ' order by payment_product) from product_days)
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger known_product before insert or update of payment_product on product_rest_day for each row execute function refuse_unknown_product();
