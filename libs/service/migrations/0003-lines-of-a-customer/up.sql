-- outside a transaction
-- checked: the function is new; `or replace` lets the migration run again
-- Lines of the core's feed that were wrong are found by the ids that stand in them, when a customer is erased.

create or replace function uuids_in(line text) returns uuid[] language sql immutable strict parallel safe as $$
  select array(select (found)[1]::uuid from regexp_matches(line, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'gi') found)
$$;

drop index concurrently if exists feed_set_aside_names;
create index concurrently feed_set_aside_names on feed_set_aside using gin (uuids_in(line)) where line is not null;
drop index concurrently if exists feed_source_names;
create index concurrently feed_source_names on feed_source using gin (uuids_in(fault_line)) where fault_line is not null;
