-- outside a transaction
-- What only others hold names the account of a customer who is erased by its number (docs/erasure.md).

drop index concurrently if exists card_by_debited_iban;
create index concurrently card_by_debited_iban on card (debited_iban);
