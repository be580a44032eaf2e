-- Double entry: whatever is booked belongs to a posting, and a posting sums to zero in each currency.

create table posting (
  posting_id    uuid primary key default uuidv7(),                    -- rises with time, so that its indexes grow at one end
  kind          text not null check (kind in ('PAYMENT', 'PAYMENT_REJECTED', 'PAYMENT_RETURNED', 'COLLECTION', 'COLLECTION_REFUNDED')),
  subject       uuid not null,                                        -- the payment, the collection
  reverses      uuid unique references posting,                       -- the posting that this one takes back, whole
  legs          smallint not null check (legs >= 2),                  -- entries and internal legs together
  booking_date  date not null,
  value_date    date not null,
  posted_at     timestamptz not null,
  unique (subject, kind)                                              -- each thing happens to a subject once, whoever tries again
);

-- What stands against customers' entries. Internal accounts have no row with a balance: nobody waits for one.
create table internal_leg (
  posting_id        uuid not null,
  internal_account  text not null check (internal_account in ('CLEARING', 'FEES', 'COLLECTIONS')),
  currency          text not null check (currency ~ '^[A-Z]{3}$'),
  amount            numeric not null check (amount <> 0),
  primary key (posting_id, internal_account, currency)
);

-- What stands against entries that were loaded, and so belong to no posting: the rest of the world until then.
create table opening (
  opening_id  bigint generated always as identity primary key,
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  amount      numeric not null check (amount <> 0),
  opened_at   timestamptz not null default now()
);

-- Sixteen digits that begin with 1 and rise; taken while the account is locked, so they rise in the order of its balance.
create sequence entry_reference minvalue 1000000000000000 maxvalue 1999999999999999 no cycle;

alter table entry add column posting_id uuid;
alter table entry add constraint entry_is_loaded_or_posted check ((posting_id is null) = starts_with(entry_reference, '0'));
create index entry_by_posting on entry (posting_id) where posting_id is not null;

-- What the reservation is for; null: loaded.
alter table pending_entry add column subject uuid;
create unique index pending_entry_by_subject on pending_entry (subject) where subject is not null;

insert into opening (currency, amount)
select a.currency, -sum(e.amount) from entry e join account a using (account_id) group by a.currency having sum(e.amount) <> 0;

-- A posting is written by one statement, whole. These look at all its rows when that statement ends; so nothing can be
-- added to it later either: then there would be more rows than it says. They also stand for the two foreign keys.
create function posting_is_whole() returns trigger language plpgsql as $$
declare
  touched  uuid;
  wrong    text;
  found_legs  bigint;
begin
  for touched in select distinct posting_id from added where posting_id is not null loop
    select min(currency) filter (where total <> 0), sum(legs) into wrong, found_legs
    from (
      select currency, sum(amount) as total, count(*) as legs
      from (
        select a.currency, e.amount from entry e join account a using (account_id) where e.posting_id = touched
        union all
        select currency, amount from internal_leg where posting_id = touched
      ) leg
      group by currency
    ) of_currency;
    if wrong is not null then
      raise exception 'posting % does not sum to zero in %', touched, wrong using errcode = 'check_violation', constraint = 'posting_sums_to_zero';
    end if;
    if found_legs is distinct from (select legs from posting where posting_id = touched) then
      raise exception 'posting % has % legs, which are not all that it says', touched, found_legs using errcode = 'check_violation', constraint = 'posting_is_whole';
    end if;
  end loop;
  return null;
end
$$;
create trigger entry_of_a_whole_posting after insert on entry referencing new table as added for each statement execute function posting_is_whole();
create trigger leg_of_a_whole_posting after insert on internal_leg referencing new table as added for each statement execute function posting_is_whole();

create function open_what_is_loaded() returns trigger language plpgsql as $$
begin
  if exists (select from added where posting_id is null) then
    insert into opening (currency, amount)
    select a.currency, -sum(l.amount) from added l join account a using (account_id) where l.posting_id is null group by a.currency having sum(l.amount) <> 0;
  end if;
  return null;
end
$$;
create trigger loaded_entry_is_opened after insert on entry referencing new table as added for each statement execute function open_what_is_loaded();

-- What is booked stays as it is, for everybody: it is put right by another posting.
create function booked_for_good() returns trigger language plpgsql as $$
begin
  raise exception 'what is booked is not changed: % of % is refused', lower(tg_op), tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger booked_for_good before update or delete or truncate on posting for each statement execute function booked_for_good();
create trigger booked_for_good before update or delete or truncate on entry for each statement execute function booked_for_good();
create trigger booked_for_good before update or delete or truncate on internal_leg for each statement execute function booked_for_good();
create trigger booked_for_good before update or delete or truncate on opening for each statement execute function booked_for_good();

-- The owner's default privileges let the service role change every table. These it may only add to; and an opening is
-- written where a file is loaded, by the owner: a service cannot make money by adding an entry that belongs to nothing.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'posting'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on posting, entry, internal_leg, opening from %I', grantee);
    execute format('revoke insert on opening from %I', grantee);
  end loop;
end
$$;
