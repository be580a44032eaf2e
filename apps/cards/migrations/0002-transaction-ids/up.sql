-- One id of a transaction from authorised to booked, served as transactionId and cardTransactionId; entry_reference stays
-- the booking order. Null: the id is the row's own entry_reference, as it was served until now.
alter table card_transaction add column transaction_id text;
alter table card_pending_transaction add column transaction_id text;

-- Not valid: all rows there are hold null, so that there is nothing to read the tables for.
alter table card_transaction add constraint card_transaction_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
alter table card_pending_transaction add constraint card_pending_transaction_transaction_id_check check (length(transaction_id) between 1 and 35) not valid;
