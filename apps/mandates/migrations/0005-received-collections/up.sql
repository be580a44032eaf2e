-- Collections that creditors' banks present name their mandate by the creditor's numbers.

create index mandate_by_number on mandate (creditor_scheme_id, mandate_id);

-- What came back as no mandate of this bank fits it. Kept, so that the same collection is answered the same when one does.
create table unmatched_collection (
  collection_id  uuid primary key,
  message        jsonb not null,                                      -- as it was presented
  reason         text not null,                                       -- ISO 20022 ExternalReturnReason1Code
  presented_on   date not null,                                       -- the bank's day
  received_by    text not null,                                       -- an operator of ais-pis
  received_at    timestamptz not null
);

do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'unmatched_collection'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on unmatched_collection from %I', grantee);
  end loop;
end
$$;
