-- What was read while the customer was away: as often as the consent permits in any 24 hours, on the bank's clock.

-- One row for each consent, operation and resource (of a list: none). It is replaced whole, and only by whoever has seen
-- its newest state, so of reads at once no two take the same place. Rows are deleted 24 hours after their last read.
create table consent_read (
  consent_id    uuid not null,
  operation     text not null,
  resource      text not null,                                         -- '': a list
  read_at       timestamptz[] not null check (cardinality(read_at) between 1 and 1000),   -- oldest first
  last_read_at  timestamptz not null generated always as (read_at[cardinality(read_at)]) stored,
  primary key (consent_id, operation, resource)
);
create index consent_read_by_age on consent_read (last_read_at);
