-- Which loaded entries have an AcctSvcrRef: only that proves that an entry of a later statement is the same one. `entry.transaction_id` does not
-- tell, as it may also come from NtryRef, which other statements use again, or be the bank's own (docs/decisions/0111). A digest, not the text.
-- The previous release on this schema: it neither reads nor writes the table. Of an entry that it loads nothing is noted, and when a statement
-- has an equal entry, this release asks the operator.
create table loaded_reference (
  account_id       uuid not null references account on delete cascade,
  entry_reference  text not null check (entry_reference ~ '^[0-9]{16}$'),
  reference_sha256 bytea not null check (octet_length(reference_sha256) = 32),
  primary key (account_id, entry_reference)
);
create index loaded_reference_by_digest on loaded_reference (account_id, reference_sha256);

-- checked: the table is new, and only the owner loads
select pg_temp.for_service_roles('revoke all on loaded_reference from %I');
