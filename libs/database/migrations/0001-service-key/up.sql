-- Keys that the replicas of one service share: cursors are sealed with them.
create table service_key (
  name text primary key,
  key  bytea not null check (octet_length(key) >= 32)
);
