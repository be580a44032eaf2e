-- outside a transaction
-- checked: only an index, beside the one that the release before uses; that release writes as ever and compares numbers as texts
-- Mandates are found by their numbers as they are compared: without case, and without the business code of a SEPA creditor identifier. The index
-- is not unique: mandates that differ only in this way may be there already. They stay as they are; a collection goes to the one that names its
-- creditor's account and is returned with AC03 where that decides nothing. No further one is accepted, or approved.
drop index concurrently if exists mandate_by_comparable_number;
create index concurrently mandate_by_comparable_number on mandate (
  (regexp_replace(upper(creditor_scheme_id collate "C"), '^([A-Z]{2}[0-9]{2})[A-Z0-9]{3}(?=.)', '\1')),
  (upper(mandate_id collate "C"))
);
