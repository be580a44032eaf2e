-- What introspection rests on and who changed it last: a process that remembers what a token opens asks here whether that still holds
-- (docs/decisions/0066). A row is visible when its change is, because the same transaction writes both.
create table access_change (
  changed_in  xid8 not null default pg_current_xact_id(),
  subject     text not null,                                          -- the hash of a token or grant, a consent, a client or an organization
  changed_at  timestamptz not null default now()
);
create index access_change_by_transaction on access_change (changed_in);
create index access_change_by_time on access_change (changed_at);

-- The subject is the column that the trigger names.
create function note_access_change() returns trigger language plpgsql as $$
begin
  insert into access_change (subject) values (to_jsonb(case tg_op when 'DELETE' then old else new end) ->> tg_argv[0]);
  return null;
end
$$;

-- checked: triggers that only add a row to a table that nobody locks; creating them is retried when a change of these tables is open
create trigger access_has_changed after update on artifact for each row
  when (old.kind in ('AccessToken', 'ClientCredentials', 'Grant') and old is distinct from new)
  execute function note_access_change('id_hash');
-- What has expired is remembered by nobody: the bank's clock is never behind the real one.
create trigger access_has_ended after delete on artifact for each row
  when (old.kind in ('AccessToken', 'ClientCredentials', 'Grant') and old.expires_at > now())
  execute function note_access_change('id_hash');

create trigger access_has_changed after update on consent for each row when (old is distinct from new) execute function note_access_change('consent_id');
create trigger access_has_ended after delete on consent for each row execute function note_access_change('consent_id');
create trigger access_has_changed after insert or update or delete on consent_grant for each row execute function note_access_change('consent_id');
create trigger access_has_changed after insert or update or delete on consent_second_owner for each row execute function note_access_change('consent_id');

create trigger access_has_changed after update on client for each row when (old is distinct from new) execute function note_access_change('client_id');
create trigger access_has_ended after delete on client for each row execute function note_access_change('client_id');

create trigger access_has_changed after update on register_standing for each row
  when ((old.status, old.roles, old.good_until) is distinct from (new.status, new.roles, new.good_until))
  execute function note_access_change('organization');
create trigger access_has_begun after insert on register_standing for each row execute function note_access_change('organization');
create trigger access_has_ended after delete on register_standing for each row execute function note_access_change('organization');
