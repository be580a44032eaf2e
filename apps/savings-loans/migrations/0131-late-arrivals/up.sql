-- An entry that arrives with a place before its account's last entry is booked after it, on the same day, so that clients that read from
-- their last booking date find it (docs/decisions/0114). These tables keep the day and reference that its source sent: the same entry sent
-- again is refused, and the money it moved is looked for on that day.
-- The previous release runs unchanged: it never reads the tables, and refuses a late entry, as before.
create table savings_late_entry (
  account_id        uuid not null,
  sent_on           date not null,
  sent_reference    text not null,
  booked_on         date not null,
  booked_reference  text not null,
  primary key (account_id, sent_on, sent_reference),
  unique (account_id, booked_on, booked_reference)
);

create table loan_late_entry (
  account_id        uuid not null,
  sent_on           date not null,
  sent_reference    text not null,
  booked_on         date not null,
  booked_reference  text not null,
  primary key (account_id, sent_on, sent_reference),
  unique (account_id, booked_on, booked_reference)
);

-- References of late entries follow all that sources send, which begin with 0.
create sequence late_reference minvalue 1000000000000000 maxvalue 1999999999999999;
