-- Receipts for customers: what was read and approved, as leaves of one Merkle tree a day (RFC 9162; docs/receipts.md).

-- The tree of a day: how many leaves it has, and its complete subtrees, the largest first, 32 bytes each.
create table receipt_day (
  day    date primary key,
  size   bigint not null default 0,
  peaks  bytea not null default ''
);

create table receipt (
  day         date not null references receipt_day,
  leaf_index  bigint not null,                                        -- 0, 1, 2 …
  leaf        text not null,                                          -- what is hashed
  leaf_hash   bytea not null check (octet_length(leaf_hash) = 32),
  psu_id      uuid,                                                   -- null: no customer's, or erased
  opening     text,                                                   -- salt, customer, consent and resource; null: erased
  primary key (day, leaf_index)
);
create index receipt_by_customer on receipt (psu_id, day, leaf_index) where psu_id is not null;

-- Complete subtrees of 2^8, 2^16, … leaves, so that a proof reads a few hundred rows whatever the day's number of leaves.
create table receipt_node (
  day       date not null references receipt_day,
  level     smallint not null,
  position  bigint not null,
  hash      bytea not null check (octet_length(hash) = 32),
  primary key (day, level, position)
);

-- What the bank has signed: a compact JWS (RFC 7515).
create table receipt_head (
  day        date not null references receipt_day,
  size       bigint not null,
  kid        text not null,
  jws        text not null,
  signed_at  timestamptz not null default clock_timestamp(),
  primary key (day, size, kid)
);

-- Each process of each service: which number it gives next, as far as is known, and which it does not reach before it is heard of again.
create table receipt_process (
  process_id   uuid primary key,
  service      text not null,
  next_number  bigint not null default 0,
  reserved_to  bigint not null default 0,
  heard_at     timestamptz not null default clock_timestamp(),
  open         boolean not null default true                          -- false: it has ended, or was given up
);
create index receipt_process_open on receipt_process (heard_at) where open;

-- checked: all tables are new, and no row is changed: the only updates are in grants
-- Leaves, subtrees and heads are only added. Who runs the service may erase what leads from a leaf to a customer.
select pg_temp.for_service_roles('revoke update, delete, truncate on receipt, receipt_node, receipt_head from %I');
select pg_temp.for_service_roles('grant update (psu_id, opening) on receipt to %I');
select pg_temp.for_service_roles('revoke delete, truncate on receipt_day from %I');
