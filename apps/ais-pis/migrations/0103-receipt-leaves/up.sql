-- contract: safe once no process older than 0.1.0 runs
-- No release had the table `receipt`: a row, two index entries and a look at the day for each read were most of what a receipt cost
-- (docs/decisions/0098-receipts.md). Now a row holds what one client did with one consent of a customer in a second, and the hashes of the
-- tree's leaves are one value a batch.

drop index receipt_gap;

-- The leaves of a day's tree, by batches: 32 bytes each, one behind the other. All that erasing leaves of a receipt is its hash.
create table receipt_batch (
  day         date not null,
  first_leaf  bigint not null,
  hashes      bytea not null check (octet_length(hashes) > 0 and octet_length(hashes) % 32 = 0),
  primary key (day, first_leaf)
);
-- Hashes cannot be compressed; stored as they are a part of them can be read.
alter table receipt_batch alter column hashes set storage external;

-- What was hashed, of customers' reads and approvals. Day first: what is written in a day stays together, also in the index, and old days
-- can be deleted.
create table receipt_leaf (
  day         date not null,
  psu_id      uuid,                                                   -- null: read with the client's own token
  leaf_index  bigint not null,                                        -- 0, 1, 2 … in the day's tree
  leaf        text not null,
  opening     text                                                    -- of leaves of the first version
);

-- Gaps of a day, shown to every customer.
create table receipt_gap (
  day         date not null,
  leaf_index  bigint not null,
  leaf        text not null,
  primary key (day, leaf_index)
);

insert into receipt_batch (day, first_leaf, hashes)
select day, min(leaf_index), string_agg(leaf_hash, '' order by leaf_index) from receipt group by day, leaf_index / 256;

insert into receipt_gap (day, leaf_index, leaf) select day, leaf_index, leaf from receipt where leaf like '%"lost":[%';

insert into receipt_leaf (day, psu_id, leaf_index, leaf, opening)
select day, psu_id, leaf_index, leaf, opening from receipt where leaf not like '%"lost":[%';

create index receipt_by_customer_and_day on receipt_leaf (day, psu_id, leaf_index);

drop table receipt;

-- Leaves are only added. Who runs the service may erase a customer's: their hashes stay.
select pg_temp.for_service_roles('revoke update, delete, truncate on receipt_batch, receipt_gap from %I');
select pg_temp.for_service_roles('revoke update, truncate on receipt_leaf from %I');
