-- outside a transaction
-- checked: only an index; the release before does not look for it, and writes as ever
-- Developers see the mandates of their clients, the newest first.
drop index concurrently if exists mandate_by_client;
create index concurrently mandate_by_client on mandate (client_id, created_at, resource_id);
