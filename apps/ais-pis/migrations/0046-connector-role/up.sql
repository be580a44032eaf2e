-- The role of connectors: reporting what clearing answered, and presenting what other banks send. Before, `act` allowed it, so that
-- everybody who has `act` keeps it.
-- checked: the table has a few rows; a release that does not know the role reads and writes the others as before.

alter table operator drop constraint operator_roles_check;
alter table operator add constraint operator_roles_check check (cardinality(roles) > 0 and roles <@ array['read', 'act', 'approve', 'connect']);
update operator set roles = roles || array['connect'] where 'act' = any (roles);

alter table operator add column names_connect boolean not null default false;  -- false: added by a release whose `act` includes connect

create function operator_act_includes_connect() returns trigger language plpgsql as $$
begin
  new.roles := new.roles || array['connect'];
  return new;
end
$$;
create trigger operator_act_includes_connect before insert on operator for each row
  when (not new.names_connect and 'act' = any (new.roles)) execute function operator_act_includes_connect();
