-- outside a transaction
-- checked: only indexes; the release before does not look for them, and writes as ever
-- The owners of an account see its mandates, whoever of them approved one.
drop index concurrently if exists mandate_by_account;
create index concurrently mandate_by_account on mandate (debtor_account_id) where debtor_account_id is not null;
