-- The audit names the operator who did it. Rows without one are sealed as before, so that seals that are there still hold.

alter table audit add column operator text;

-- As in 0002, with the operator as one more column where there is one.
create or replace function seal_audit(most integer default 1000) returns integer
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
    select a.audit_id, a.transaction_id, case when a.operator is null then json_build_array(
      a.audit_id::text, a.transaction_id::text, extract(epoch from a.at)::text, a.operation, a.client_id, a.psu_id::text, a.request_id::text,
      a.path, encode(a.body_sha256, 'hex'), a.psu_headers::text, a.status::text, a.subject)
    else json_build_array(
      a.audit_id::text, a.transaction_id::text, extract(epoch from a.at)::text, a.operation, a.client_id, a.psu_id::text, a.request_id::text,
      a.path, encode(a.body_sha256, 'hex'), a.psu_headers::text, a.status::text, a.subject, a.operator) end::text as content
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

do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'audit'::regclass and a.grantee <> c.relowner
  loop
    execute format('grant insert (operator) on audit to %I', grantee);
  end loop;
end
$$;
