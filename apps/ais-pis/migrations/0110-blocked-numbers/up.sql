-- outside a transaction
-- Blocked accounts are found by their letters and digits, however an entry was written: those of the last release keep hyphens and slashes.

drop index concurrently if exists blocked_creditor_by_number;
create index concurrently blocked_creditor_by_number on blocked_creditor (upper(regexp_replace(account, '[^A-Za-z0-9]', '', 'g')))
  where removed_at is null and account is not null;
