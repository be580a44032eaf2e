-- A transaction that arrives with a place before its account's last transaction is booked after it, on the same day, so that clients that
-- read from their last booking date find it (docs/decisions/0114). This table keeps the day and reference that its source sent: the same
-- transaction sent again is refused.
-- The previous release runs unchanged: it never reads the table, and refuses a late transaction or books it on the day that was sent, as before.
create table securities_late_transaction (
  account_id        uuid not null,
  sent_on           date not null,
  sent_reference    text not null,
  booked_on         date not null,
  booked_reference  text not null,
  primary key (account_id, sent_on, sent_reference),
  unique (account_id, booked_on, booked_reference)
);

-- References of late transactions follow all that sources send, which begin with 0.
create sequence late_reference minvalue 1000000000000000 maxvalue 1999999999999999;
