-- outside a transaction
-- What operators did to one thing is found by its id. Few writes are operators': those of clients and customers pay nothing for it.

drop index concurrently if exists audit_of_operators;
create index concurrently audit_of_operators on audit (subject, audit_id) where operator is not null;
