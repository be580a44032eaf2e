-- One id of a transaction from pending to booked; entry_reference stays the booking order. Null: the id is the row's own
-- entry_reference, as it was served until now.
alter table savings_entry add column transaction_id text;
alter table savings_pending_entry add column transaction_id text;
alter table loan_entry add column transaction_id text;
alter table loan_pending_entry add column transaction_id text;

-- Not valid: all rows there are hold null, so that there is nothing to read the tables for.
alter table savings_entry add constraint savings_entry_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
alter table savings_pending_entry add constraint savings_pending_entry_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
alter table loan_entry add constraint loan_entry_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
alter table loan_pending_entry add constraint loan_pending_entry_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
