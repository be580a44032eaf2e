-- Entries that are loaded stand against an opening, which only the owner of the database may write. In the sandbox the service loads data of
-- customers made for developers, too: for their accounts alone the opening is written for it. Outside of the sandbox this does not exist.
-- checked: does for the owner what it did before, and refuses a service as before, but for accounts that the last release does not know
create or replace function open_what_is_loaded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from added where posting_id is null) then
    if not pg_has_role(session_user, (select relowner from pg_class where oid = 'opening'::regclass), 'usage') and exists (
      select from added l where l.posting_id is null and not exists (
        select from holder h join developer_customer d using (psu_id) where h.resource_id = l.account_id
      )
    ) then
      raise exception 'permission denied for table opening' using errcode = 'insufficient_privilege';
    end if;
    insert into opening (currency, amount)
    select a.currency, -sum(l.amount) from added l join account a using (account_id) where l.posting_id is null group by a.currency having sum(l.amount) <> 0;
  end if;
  return null;
end
$$;
