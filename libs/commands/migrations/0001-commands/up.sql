-- What was answered to a write, so that its copy is answered the same; and the record that it happened.

-- Kept 7 days on real time. Only answers of success are here: a refused request leaves no key.
create table answered_command (
  client_id    text not null,
  operation    text not null,
  request_id   uuid not null,
  path         text not null,
  body_sha256  bytea not null,
  status       integer not null check (status between 200 and 299),
  headers      jsonb not null,
  body         text,                                                  -- JSON as it was sent; null: none
  answered_at  timestamptz not null default now(),
  primary key (client_id, operation, request_id)
);
create index answered_command_by_age on answered_command (answered_at);

-- One row for each write that took effect, inserted in its transaction. Nothing personal is in clear: what the customer's
-- device told is kept as keyed digests, the body as a digest. Seals go into a table beside it, so rows never change.
create table audit (
  audit_id     bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  operation    text not null,
  client_id    text,
  psu_id       uuid,
  request_id   uuid,
  path         text,
  body_sha256  bytea,
  psu_headers  jsonb,
  status       integer,
  subject      text                                                   -- what was written: the id of a consent, payment, mandate
);

-- The owner's default privileges let the service role change every table. This one it may only add to and read.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'audit'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on audit from %I', grantee);
  end loop;
end
$$;
