-- checked: the function writes one column more than that of the last release, whose rows get the default: from the first entry of the day on
-- Where the entries begin that may lack their text: by day alone, all entries of a busy account's day were looked through every two seconds.

alter table entry_text_due add column since_reference text not null default '';

create or replace function entry_text_is_due() returns trigger language plpgsql as $$
begin
  insert into entry_text_due (account_id, since, since_reference) select account_id, min(booking_date), min(entry_reference) from added group by account_id;
  return null;
end
$$;
