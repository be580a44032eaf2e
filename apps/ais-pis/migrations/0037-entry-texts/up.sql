-- The text of a booked entry as a list shows it, written once in the background (docs/decisions/0061). A copy: what is missing or
-- out of date is read from the entry. Without the owner's name and the balance, which stand under permissions of their own.
create table entry_text (
  account_id       uuid not null,
  owner_name_hash  bigint not null,                                   -- of the owner's name that the text leaves out
  booking_date     date not null,
  format           smallint not null,                                 -- of the code that wrote it
  names_owner      boolean not null,                                  -- a name was left out
  entry_reference  text not null,
  balance_after    text not null,
  members          text not null,                                     -- members of a JSON object, without braces
  primary key (account_id, booking_date, entry_reference)
);

-- Accounts with entries that may lack their text, from a day on. A queue without a unique key: two bookings never wait for each other.
create table entry_text_due (
  due_id      bigint generated always as identity primary key,
  account_id  uuid not null,
  since       date not null
);

-- The format that all accounts were queued for. Locked by the process that writes texts, so that only one does.
create table entry_text_format (
  only_row   boolean primary key default true check (only_row),
  format     smallint not null,
  walked_to  uuid                                                     -- the last account queued for it; null: all were
);
insert into entry_text_format (format) values (0);

create function entry_text_is_due() returns trigger language plpgsql as $$
begin
  insert into entry_text_due (account_id, since) select account_id, min(booking_date) from added group by account_id;
  return null;
end
$$;
-- checked: the trigger only adds a row to a table that nobody else locks; creating it waits for no reader and is retried when a booking is open
create trigger entry_text_is_due after insert on entry referencing new table as added for each statement execute function entry_text_is_due();
