-- checked: two triggers add rows to a queue that nobody else locks; the release before writes the texts of what is queued as ever; creating a trigger waits for no reader and is retried when a consent or holder is being written
-- Texts are written of accounts that somebody may read under a consent (docs/decisions/0061). When that begins, the account is queued with all it has.

create function entry_texts_of_consent_are_due() returns trigger language plpgsql as $$
begin
  if new.status = 'valid' and (tg_op = 'INSERT' or old.status <> 'valid') then
    insert into entry_text_due (account_id, since)
    select a.account_id, '-infinity' from holder h join account a on a.account_id = h.resource_id where h.psu_id = new.psu_id;
  end if;
  return null;
end
$$;
create trigger entry_texts_of_consent_are_due after insert or update of status on consent for each row execute function entry_texts_of_consent_are_due();

create function entry_texts_of_holder_are_due() returns trigger language plpgsql as $$
begin
  insert into entry_text_due (account_id, since)
  select distinct a.account_id, '-infinity'::date
  from added n join account a on a.account_id = n.resource_id
  where exists (select from consent c where c.psu_id = n.psu_id and c.status = 'valid');
  return null;
end
$$;
create trigger entry_texts_of_holder_are_due after insert on holder referencing new table as added for each statement execute function entry_texts_of_holder_are_due();
