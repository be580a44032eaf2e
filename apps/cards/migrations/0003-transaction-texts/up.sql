-- The text of a booked transaction as a list shows it, written once in the background (docs/decisions/0061). A copy: what is missing or
-- has another format is read from the transaction.
create table card_transaction_text (
  card_id          uuid not null,
  booking_date     date not null,
  value_date       date not null,                                     -- of the transaction, for lists by value date
  format           smallint not null,                                 -- of the code that wrote it
  entry_reference  text not null,
  members          text not null,                                     -- members of a JSON object, without braces
  primary key (card_id, booking_date, entry_reference)
);

-- Cards with transactions that may lack their text, from a day on. A queue without a unique key: two loads never wait for each other.
create table card_transaction_text_due (
  due_id   bigint generated always as identity primary key,
  card_id  uuid not null,
  since    date not null
);

-- The format that all cards were queued for. Locked by the process that writes texts, so that only one does.
create table card_transaction_text_format (
  only_row   boolean primary key default true check (only_row),
  format     smallint not null,
  walked_to  uuid                                                     -- the last card queued for it; null: all were
);
insert into card_transaction_text_format (format) values (0);

-- A load may change a transaction, for example when a statement includes it. Its text ends with the change.
create function card_transaction_text_is_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from card_transaction_text t using added a
    where t.card_id = a.card_id and t.booking_date = a.booking_date and t.entry_reference = a.entry_reference;
  end if;
  insert into card_transaction_text_due (card_id, since) select card_id, min(booking_date) from added group by card_id;
  return null;
end
$$;
-- checked: the triggers write only to tables that nobody else locks; creating them waits for no reader and is retried when a load is open
create trigger card_transaction_text_is_due_when_added after insert on card_transaction referencing new table as added for each statement execute function card_transaction_text_is_due();
create trigger card_transaction_text_is_due_when_changed after update on card_transaction referencing new table as added for each statement execute function card_transaction_text_is_due();
