-- The people and connectors that operate the bank. A name is used once: whoever is removed stays in the record.

create table operator (
  name        text primary key check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  roles       text[] not null check (cardinality(roles) > 0 and roles <@ array['read', 'act', 'approve']),
  public_key  jsonb,                                                  -- JWK, Ed25519; null: the installation's own key, which lies in a file
  added_by    text references operator,
  added_at    timestamptz not null,
  removed_by  text references operator,
  removed_at  timestamptz check ((removed_at is null) = (removed_by is null)),
  check (public_key is not null or name = 'operator')
);

insert into operator (name, roles, added_at) values ('operator', '{read,act,approve}', now());

-- Keys, names and roles never change; an operator is only ever removed.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'operator'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on operator from %I', grantee);
    execute format('grant update (removed_by, removed_at) on operator to %I', grantee);
  end loop;
end
$$;
