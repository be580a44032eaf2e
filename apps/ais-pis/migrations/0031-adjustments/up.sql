-- Corrections of an account's balance by operators: one proposes, another one approves, and only then it is booked.

create table adjustment (
  adjustment_id  uuid primary key,                                    -- given by whoever proposes it: a copy is the same adjustment
  account_id     uuid not null references account,
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  amount         numeric not null check (amount <> 0),                -- as the account sees it: negative is a debit
  reason         text not null check (length(reason) between 1 and 140),
  value_date     date,                                                -- null: the day of booking
  state          text not null check (state in ('PROPOSED', 'BOOKED', 'REFUSED')),
  proposed_by    text not null references operator,
  proposed_at    timestamptz not null,
  decided_by     text references operator,
  decided_at     timestamptz check ((decided_at is null) = (decided_by is null)),
  posting_id     uuid unique references posting,
  booked_on      date check ((booked_on is null) = (posting_id is null)),
  check ((state = 'PROPOSED') = (decided_by is null)),
  check ((state = 'BOOKED') = (posting_id is not null)),
  constraint adjustment_needs_two_operators check (state <> 'BOOKED' or decided_by <> proposed_by)
);
create index adjustment_by_time on adjustment (proposed_at, adjustment_id);
create index adjustment_by_account on adjustment (account_id);

create function adjustment_by_two_operators() returns trigger language plpgsql as $$
declare
  actor text := case tg_op when 'INSERT' then new.proposed_by else new.decided_by end;
  role  text := case when tg_op = 'INSERT' then 'act' when new.state = 'BOOKED' then 'approve' end;
begin
  if (tg_op = 'INSERT' and new.state <> 'PROPOSED') or (tg_op = 'UPDATE' and old.state <> 'PROPOSED') then
    raise exception 'an adjustment is proposed first, and decided once' using errcode = 'check_violation', constraint = 'adjustment_is_decided_once';
  end if;
  if not exists (select from operator where name = actor and removed_at is null and (role is null or role = any (roles))) then
    raise exception '% is no operator with the role %', actor, coalesce(role, 'read') using errcode = 'check_violation', constraint = 'adjustment_operator_has_role';
  end if;
  return new;
end
$$;
create trigger adjustment_by_two_operators before insert or update on adjustment for each row execute function adjustment_by_two_operators();

-- A posting of this kind belongs to an adjustment that was approved; looked at when the transaction ends, which books first.
create function adjustment_was_approved() returns trigger language plpgsql as $$
begin
  if not exists (select from adjustment where adjustment_id = new.subject and posting_id = new.posting_id and state = 'BOOKED') then
    raise exception 'posting % belongs to no approved adjustment', new.posting_id using errcode = 'check_violation', constraint = 'adjustment_was_approved';
  end if;
  return null;
end
$$;
create constraint trigger adjustment_was_approved after insert on posting deferrable initially deferred
  for each row when (new.kind = 'ADJUSTMENT') execute function adjustment_was_approved();

-- Added to whatever kinds there are, and not looked for in the rows that are there: they had to be of the fewer kinds.
do $$
declare
  kinds text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint where conrelid = 'posting'::regclass and conname = 'posting_kind_check');
  accounts text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint where conrelid = 'internal_leg'::regclass and conname = 'internal_leg_internal_account_check');
begin
  execute format('alter table posting drop constraint posting_kind_check, add constraint posting_kind_check check (kind = any (array[%s, ''ADJUSTMENT''])) not valid', kinds);
  execute format('alter table internal_leg drop constraint internal_leg_internal_account_check, add constraint internal_leg_internal_account_check check (internal_account = any (array[%s, ''ADJUSTMENTS''])) not valid', accounts);
end
$$;

-- What was proposed stays as it was proposed.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'adjustment'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on adjustment from %I', grantee);
    execute format('grant update (state, decided_by, decided_at, posting_id, booked_on) on adjustment to %I', grantee);
  end loop;
end
$$;
