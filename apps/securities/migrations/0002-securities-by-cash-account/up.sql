-- outside a transaction
-- What only others hold names the account of a customer who is erased by its number (docs/erasure.md).

drop index concurrently if exists securities_account_by_cash_account;
create index concurrently securities_account_by_cash_account on securities_account (related_iban);
drop index concurrently if exists security_order_by_cash_account;
create index concurrently security_order_by_cash_account on security_order (related_iban);
