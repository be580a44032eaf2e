-- checked: what the foreign key refused is refused by triggers with the same code, constraint name and detail; the tables are locked for as long as the constraint's entry in the catalogue is removed
-- That an entry's account exists is looked at once for a statement, not once for a row: 4 of the 11 µs that COPY took for an entry
-- (docs/decisions/0065). As a foreign key does, this locks the accounts against deletion until the transaction ends.

create function entry_has_an_account() returns trigger language plpgsql as $$
declare
  accounts uuid[] := array(select distinct account_id from added);
  found_accounts uuid[] := array(select account_id from account where account_id = any(accounts) for key share);
  missing uuid;
begin
  if cardinality(found_accounts) < cardinality(accounts) then
    select a into missing from unnest(accounts) a where a <> all(found_accounts) limit 1;
    raise exception 'insert or update on table "entry" violates foreign key constraint "entry_account_id_fkey"'
      using errcode = 'foreign_key_violation', constraint = 'entry_account_id_fkey', table = 'entry',
            detail = format('Key (account_id)=(%s) is not present in table "account".', missing);
  end if;
  return null;
end
$$;

-- Whoever deletes an account waits for the transactions that book on it, and then sees what they booked: if each statement sees what is committed by then.
create function account_has_no_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'accounts with entries are not deleted' using errcode = 'foreign_key_violation', constraint = 'entry_account_id_fkey', table = 'entry';
  end if;
  if tg_op = 'UPDATE' and new.account_id = old.account_id then
    return null;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'accounts are deleted in transactions of the level "read committed"' using errcode = 'invalid_transaction_state';
  end if;
  if exists (select from entry where account_id = old.account_id) then
    raise exception '% on table "account" violates foreign key constraint "entry_account_id_fkey" on table "entry"', lower(tg_op)
      using errcode = 'foreign_key_violation', constraint = 'entry_account_id_fkey', table = 'entry',
            detail = format('Key (account_id)=(%s) is still referenced from table "entry".', old.account_id);
  end if;
  return null;
end
$$;

create trigger entry_has_an_account after insert on entry referencing new table as added for each statement execute function entry_has_an_account();
create trigger account_has_no_entries after delete or update of account_id on account for each row execute function account_has_no_entries();
create trigger account_is_not_truncated before truncate on account for each statement execute function account_has_no_entries();
alter table entry drop constraint entry_account_id_fkey;
