-- outside a transaction
-- What only others hold names the account of a customer who is erased by its number (docs/erasure.md).

drop index concurrently if exists savings_account_by_linked_account;
create index concurrently savings_account_by_linked_account on savings_account (linked_accounts) where linked_accounts is not null;
drop index concurrently if exists loan_account_by_linked_account;
create index concurrently loan_account_by_linked_account on loan_account (linked_accounts) where linked_accounts is not null;
