-- The audit is chained: each row is sealed with a hash over itself and the seal before it, so that none can be altered, taken
-- out or slipped in unseen. Rows never change; their seals lie beside them.

-- Which transaction wrote a row: ids are given in another order than transactions end, so no id tells what is still to come.
alter table audit add column transaction_id xid8 not null default pg_current_xact_id();
create index audit_by_transaction on audit (transaction_id);

create table audit_seal (
  seal_number  bigint primary key,                                    -- 1, 2, 3 …, without a gap
  audit_id     bigint not null unique,
  sealed_at    timestamptz not null,
  hash         bytea not null check (octet_length(hash) = 32)         -- SHA-256; see `seal_audit`
);

-- The last seal, and how far it is known that nothing is missing. One row.
create table audit_head (
  audit_head   boolean primary key default true check (audit_head),
  seal_number  bigint not null,
  hash         bytea not null check (octet_length(hash) = 32),
  settled      xid8 not null                                          -- all transactions before this one are over, and their rows sealed
);
insert into audit_head (seal_number, hash, settled) values (0, decode(repeat('00', 32), 'hex'), '0');

/*
 * Seals what is not sealed yet, at most so many rows; returns how many. One at a time: whoever comes second has nothing to do.
 *
 * A row may appear late, with a smaller id than rows that are sealed: its transaction took longer. So rows are not found by
 * their id but by their transaction: whatever was not over when the last seals were made (`settled`) is looked at again. A row
 * of a transaction from before that, and without a seal, was not there then.
 *
 * Numbers of transactions belong to a server. Where a dump was restored on another one, its numbers are smaller: then once
 * everything is looked at.
 *
 * A seal is SHA-256 over the seal before it, ["seal number","time of sealing"] and the row's columns, both as JSON arrays of
 * texts: no two rows have the same.
 *
 * It runs as its owner: who runs the service may have seals made, and can neither write nor change one.
 */
create function seal_audit(most integer default 1000) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
  seen pg_snapshot;
  moved boolean;
  written record;
  sealed_now timestamptz := clock_timestamp();
  sealed_text text := extract(epoch from sealed_now)::text;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
  last xid8;
  sealed integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) then
    return 0;
  end if;
  select * into strict head from audit_head;
  seen := pg_current_snapshot();
  moved := head.settled > pg_snapshot_xmax(seen);
  for written in
    select a.audit_id, a.transaction_id, json_build_array(
      a.audit_id::text, a.transaction_id::text, extract(epoch from a.at)::text, a.operation, a.client_id, a.psu_id::text, a.request_id::text,
      a.path, encode(a.body_sha256, 'hex'), a.psu_headers::text, a.status::text, a.subject)::text as content
    from audit a
    where (moved or (a.transaction_id >= head.settled and a.transaction_id < pg_snapshot_xmax(seen)))
      and not exists (select from audit_seal s where s.audit_id = a.audit_id)
    order by a.transaction_id, a.audit_id
    limit most
  loop
    head.seal_number := head.seal_number + 1;
    head.hash := sha256(head.hash || convert_to(json_build_array(head.seal_number::text, sealed_text)::text || written.content, 'UTF8'));
    ids := ids || written.audit_id;
    hashes := hashes || head.hash;
    last := written.transaction_id;
  end loop;
  sealed := cardinality(ids);
  if sealed = 0 then
    return 0;
  end if;
  insert into audit_seal (seal_number, audit_id, sealed_at, hash)
    select head.seal_number - sealed + place, audit_id, sealed_now, hash from unnest(ids, hashes) with ordinality as made (audit_id, hash, place);
  update audit_head set seal_number = head.seal_number, hash = head.hash, settled = case
    when sealed < most then pg_snapshot_xmin(seen)
    when moved then settled
    else least(pg_snapshot_xmin(seen), last)
  end;
  return sealed;
end
$$;
revoke execute on function seal_audit from public;

-- What the service role may do: add rows, but not choose their number, time or transaction; read all; have seals made.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'audit'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke insert on audit from %I', grantee);
    execute format('grant insert (operation, client_id, psu_id, request_id, path, body_sha256, psu_headers, status, subject) on audit to %I', grantee);
    execute format('revoke insert, update, delete, truncate on audit_seal, audit_head from %I', grantee);
    execute format('grant execute on function seal_audit to %I', grantee);
  end loop;
end
$$;
