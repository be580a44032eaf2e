-- outside a transaction
-- Where blocked names are found. The previous release keeps using blocked_creditor_name, and its entries are in this index, too.

drop index concurrently if exists blocked_creditor_by_letters;
create index concurrently blocked_creditor_by_letters on blocked_creditor (name_letters(name_pattern))
  where removed_at is null and name_pattern is not null and not is_pattern;
