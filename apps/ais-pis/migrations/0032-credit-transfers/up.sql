-- Credit transfers from other banks, each with what became of it: booked, or rejected with a reason. Decided once by its id.

create table credit_transfer (
  transfer_id  uuid primary key,                                      -- the UETR, or an id of whoever presents it: a copy is the same transfer
  message      jsonb not null,                                        -- as it was presented
  state        text not null check (state in ('BOOKED', 'REJECTED')),
  reason       text check ((reason is not null) = (state = 'REJECTED')),  -- ISO 20022 ExternalStatusReason1Code
  posting_id   uuid unique references posting check ((posting_id is not null) = (state = 'BOOKED')),
  decided_on   date not null,                                         -- the bank's day
  received_by  text not null references operator,
  received_at  timestamptz not null
);

-- Added to whatever kinds there are, and not looked for in the rows that are there: they had to be of the fewer kinds.
do $$
declare
  kinds text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint where conrelid = 'posting'::regclass and conname = 'posting_kind_check');
begin
  execute format('alter table posting drop constraint posting_kind_check, add constraint posting_kind_check check (kind = any (array[%s, ''CREDIT_TRANSFER''])) not valid', kinds);
end
$$;

do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'credit_transfer'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on credit_transfer from %I', grantee);
  end loop;
end
$$;
