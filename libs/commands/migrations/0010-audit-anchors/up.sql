-- Rows of the audit that stand in an archive are deleted; the chain goes on from an anchor, the last seal of the archive. The owner of the
-- database writes it (`openbank audit archive`), before the first row is deleted.

create table audit_anchor (
  seal_number  bigint primary key,                                    -- the last seal of the archive
  first_seal   bigint not null,
  hash         bytea not null check (octet_length(hash) = 32),        -- of the last seal
  file_sha256  bytea not null check (octet_length(file_sha256) = 32), -- of the archive, as it was on the disk
  archived_at  timestamptz not null default clock_timestamp(),
  check (first_seal between 1 and seal_number)
);

-- checked: the table is new
select pg_temp.for_service_roles('revoke insert, update, delete, truncate on audit_anchor from %I');
