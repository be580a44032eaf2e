-- outside a transaction
-- Lists of changes (docs/decisions/0088): what is pending has a number that rises with each change, and what ceases to be pending leaves one.
-- checked: the triggers lock a row that whoever changes a pending entry has locked already, and add one row; creating them waits for no reader

create sequence if not exists pending_change;

-- Null: as it was before there were numbers.
alter table pending_entry add column if not exists change_number bigint;

-- Transactions that are no longer pending: booked, taken back, or pending under another id. Forgotten when no consent is as old.
create table if not exists pending_removal (
  account_id      uuid not null,
  change_number   bigint not null,
  transaction_id  text not null,
  removed_at      timestamptz not null,                               -- by the bank's clock
  primary key (account_id, change_number)
);
create index if not exists pending_removal_by_age on pending_removal (removed_at);

-- Numbers are drawn while the account is locked, so they rise in the order in which the changes are committed: whoever has seen one has
-- seen all smaller ones of the account.
create or replace function number_pending_change() returns trigger language plpgsql as $$ begin perform from account_balance where account_id = new.account_id for no key update; new.change_number := nextval('pending_change'); return new; end $$;
create or replace function keep_pending_removal() returns trigger language plpgsql as $$ declare changed timestamptz; begin select changed_at into changed from account_balance where account_id = old.account_id for no key update; insert into pending_removal (account_id, change_number, transaction_id, removed_at) values (old.account_id, nextval('pending_change'), coalesce(old.transaction_id, old.entry_reference), coalesce(changed, now())); return null; end $$;
create or replace trigger number_pending_change before insert or update on pending_entry for each row execute function number_pending_change();
create or replace trigger keep_pending_removal after delete on pending_entry for each row execute function keep_pending_removal();
create or replace trigger keep_pending_removal_of_old_id after update on pending_entry for each row when (coalesce(old.transaction_id, old.entry_reference) <> coalesce(new.transaction_id, new.entry_reference) or old.account_id <> new.account_id) execute function keep_pending_removal();

-- How far the changes of an account were reported under a consent, for requests that name no link of a report.
create table if not exists change_report (
  consent_id      uuid not null,
  account_id      uuid not null,
  booking_status  text not null,
  request_id      text not null,                                      -- X-Request-ID of the last one, which is answered the same again
  since           text[] not null,                                    -- where it began
  reached         text[],                                             -- where the last one ended that was read to its end
  reported_at     timestamptz not null,                               -- by the bank's clock
  primary key (consent_id, account_id, booking_status)
);
create index if not exists change_report_by_age on change_report (reported_at);

-- Where an entry stands in the list, by its reference alone (entryReferenceFrom).
drop index concurrently if exists entry_by_reference;
create index concurrently entry_by_reference on entry (account_id, entry_reference);
