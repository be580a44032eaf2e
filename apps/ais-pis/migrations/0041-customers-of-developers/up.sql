-- Customers that the sandbox has made for a developer: whose they are. Empty outside of the sandbox.
create table developer_customer (
  psu_id          uuid primary key,                                   -- written before the customer's own row
  developer_hash  bytea not null                                      -- as client.registered_from of the developer's clients
);
create index developer_customer_by_developer on developer_customer (developer_hash);
