-- outside a transaction
-- checked: the release before finds payments of an account, and those that wait for a second owner, by the new indexes as by the old ones, whose columns and conditions they include; it runs unchanged
-- The owners of an account see its payments, the newest first, and those that are approved and not executed.
drop index concurrently if exists payment_by_account;
create index concurrently payment_by_account on payment (debtor_account_id, created_at, payment_id) where debtor_account_id is not null;
drop index concurrently if exists payment_waiting;
create index concurrently payment_waiting on payment (debtor_account_id, created_at, payment_id) where transaction_status in ('PATC', 'ACTC', 'PDNG', 'ACFC');
drop index concurrently if exists payment_by_debtor_account;
drop index concurrently if exists payment_of_second_owner;
