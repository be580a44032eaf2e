-- outside a transaction
-- The requests that were made with one consent, the newest first.

drop index concurrently if exists request_by_consent;
create index concurrently request_by_consent on request (client_id, consent_id, at, entry_id) where consent_id is not null;
