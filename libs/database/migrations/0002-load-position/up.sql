-- How far a load file has been taken that is loaded in batches: a batch and its position are committed together, so that a load that was
-- interrupted goes on where it stopped. The row goes with the last batch.
create table load_position (
  head_sha256   bytea primary key check (octet_length(head_sha256) = 32),    -- of the first 64 KiB of the file: which file it is
  taken_bytes   bigint not null check (taken_bytes > 0),
  taken_lines   bigint not null check (taken_lines > 0),
  taken_sha256  bytea not null check (octet_length(taken_sha256) = 32),      -- of all that was taken: whether it is still the same
  changed_at    timestamptz not null default now()
);

-- Only the owner loads.
select pg_temp.for_service_roles('revoke all on load_position from %I');
