-- outside a transaction
-- What of a client's waits for an approval is counted before one more is created: by an index of what waits, and of nothing else.

drop index concurrently if exists mandate_open_by_client;
create index concurrently mandate_open_by_client on mandate (client_id, approve_by) where approve_by is not null;
