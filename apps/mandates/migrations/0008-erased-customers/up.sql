-- outside a transaction
-- checked: indexes are built beside the traffic; the function is new, and `or replace` lets the migration run again

-- What names the account of a customer who is erased, and belongs to nobody who approved it.
drop index concurrently if exists mandate_by_named_account;
create index concurrently mandate_by_named_account on mandate ((request #>> '{debtorAccount,iban}'));
drop index concurrently if exists unmatched_collection_by_account;
create index concurrently unmatched_collection_by_account on unmatched_collection ((message #>> '{debtorAccount,iban}'));

-- The service role may not change what came back. Of collections on these accounts the number and the texts are erased, and nothing else.
create or replace function erase_unmatched_collections(ibans text[]) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update unmatched_collection
    set message = (message - '{endToEndId,remittance}'::text[]) || '{"debtorAccount": {"iban": "erased"}}'
    where message #>> '{debtorAccount,iban}' = any(ibans)
    returning true
  )
  select count(*) from erased
$$;
revoke execute on function erase_unmatched_collections from public;
select pg_temp.for_service_roles('grant execute on function erase_unmatched_collections to %I');
