-- outside a transaction
-- checked: only an index; the release before looks for consents by their client, which is its first column
-- Developers see the consents of their clients, the newest first.
drop index concurrently if exists consent_by_client;
create index concurrently consent_by_client on consent (client_id, created_at, consent_id);
