-- Statements (camt.053) that were loaded, so that each is loaded once: recognised by the file's bytes, or by its identity and content
-- (docs/decisions/0111). Digests only: a statement's id often contains the account number. Rows stay as long as the account does and hold no
-- personal data, so erasing a customer leaves them.
-- The previous release on this schema: it neither reads nor writes the table. A statement that it loads is not noted, and when this release
-- loads the statement again, its entries are judged one by one.
create table loaded_statement (
  statement_id      uuid primary key default uuidv7(),
  account_id        uuid not null references account on delete cascade,
  statement_number  integer not null check (statement_number > 0),            -- its place in the file
  identity_sha256   bytea check (octet_length(identity_sha256) = 32),         -- of MsgId, Id and numbers; null where it lacks them
  content_sha256    bytea not null check (octet_length(content_sha256) = 32), -- of its entries and closing balance
  file_sha256       bytea not null check (octet_length(file_sha256) = 32),
  booked_entries    integer not null check (booked_entries >= 0),             -- entries that it added to the books
  equal_entries     text check (equal_entries in ('new', 'same')),            -- what the operator said of entries that equal those of another one
  loaded_at         timestamptz not null default now(),
  unique (account_id, file_sha256, statement_number)
);
create unique index loaded_statement_by_identity on loaded_statement (account_id, identity_sha256, content_sha256) where identity_sha256 is not null;

-- checked: the table is new, and only the owner loads
select pg_temp.for_service_roles('revoke all on loaded_statement from %I');
