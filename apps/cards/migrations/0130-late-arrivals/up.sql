-- A transaction that arrives with a day before the card's last one is booked on that last day, so that clients that read from their last
-- booking date find it (docs/decisions/0114). This table keeps the day and reference that its source sent: the statement of a purchase
-- follows that day, and a later line of the same transaction finds it by that key.
-- The previous release runs unchanged: it never reads the table, and books a late transaction on the day that was sent, as before. A
-- line by which it changes a transaction that was booked late adds that transaction again; its books then disagree, and the step is refused.
create table card_late_transaction (
  card_id           uuid not null,
  sent_on           date not null,
  sent_reference    text not null,
  booked_on         date not null,
  booked_reference  text not null,
  primary key (card_id, sent_on, sent_reference),
  unique (card_id, booked_on, booked_reference)
);

-- References of late transactions follow all that sources send, which begin with 0.
create sequence late_reference minvalue 1000000000000000 maxvalue 1999999999999999;
