-- One id of a transaction from pending to booked; entry_reference stays the booking order, which a pending entry is not in yet.
-- Null: the id is the row's own entry_reference. So every row there is has an id that never changes, without being
-- rewritten (what is booked cannot be), and rows that the release before writes have one too.
alter table entry add column transaction_id text;
alter table pending_entry add column transaction_id text;

-- Not valid: all rows there are hold null, so that there is nothing to read the tables for.
alter table entry add constraint entry_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
alter table pending_entry add constraint pending_entry_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
