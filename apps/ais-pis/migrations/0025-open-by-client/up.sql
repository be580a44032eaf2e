-- outside a transaction
-- What of a client's waits for an approval is counted before one more is created: by an index of what waits, and of nothing else.

drop index concurrently if exists consent_open_by_client;
create index concurrently consent_open_by_client on consent (client_id, approve_by) where approve_by is not null;
drop index concurrently if exists payment_open_by_client;
create index concurrently payment_open_by_client on payment (client_id, approve_by) where approve_by is not null;
