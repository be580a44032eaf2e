-- A database that was restored from a backup has forgotten what came after it. Until that is recovered, no money moves.

create table recovery (
  recovery_number  integer primary key check (recovery_number > 0),
  reason           text not null,                                     -- how it was noticed
  detected_at      timestamptz not null,
  ended_by         text references operator,
  ended_at         timestamptz check ((ended_at is null) = (ended_by is null))
);
-- One at a time; every replica looks here.
create unique index recovery_open on recovery ((ended_at is null)) where ended_at is null;

-- What clearing had received and this database did not know. Their end-to-end ids are not taken again.
create table recovered_instruction (
  instruction_id   uuid primary key,                                  -- as clearing knows it
  payment_id       uuid not null,
  recovery_number  integer not null references recovery,
  client_id        text,                                              -- null: the instruction does not say whose payment it was
  end_to_end_id    text,
  problem          text,                                              -- why it could not be booked; null: it was
  taken_by         text not null references operator,
  taken_at         timestamptz not null
);
create index recovered_instruction_by_end_to_end_id on recovered_instruction (end_to_end_id) where end_to_end_id is not null;
create index recovered_instruction_by_recovery on recovered_instruction (recovery_number);

-- The recovery itself sets open_banking.recovering for its transaction.
create function refuse_while_recovering() returns trigger language plpgsql as $$
begin
  if exists (select from recovery where ended_at is null) and current_setting('open_banking.recovering', true) is distinct from 'on' then
    raise exception 'The bank''s data was restored from a backup, and what came after it is being recovered. Nothing was taken in: send the request again later.'
      using errcode = 'OB503';
  end if;
  return null;
end
$$;
create trigger refuse_while_recovering before insert on payment for each statement execute function refuse_while_recovering();
create trigger refuse_while_recovering before insert on payment_status_change for each statement execute function refuse_while_recovering();
create trigger refuse_while_recovering before insert on pending_entry for each statement execute function refuse_while_recovering();
create trigger refuse_while_recovering before insert on posting for each statement execute function refuse_while_recovering();
create trigger refuse_while_recovering before insert on collection for each statement execute function refuse_while_recovering();
create trigger refuse_while_recovering before insert on credit_transfer for each statement execute function refuse_while_recovering();

-- What was noticed stays as it was noticed, and what was recovered is part of the record.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'recovery'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on recovery, recovered_instruction from %I', grantee);
    execute format('grant update (ended_by, ended_at) on recovery to %I', grantee);
    execute format('grant update (payment_id, recovery_number, client_id, end_to_end_id, problem, taken_by, taken_at) on recovered_instruction to %I', grantee);
  end loop;
end
$$;
