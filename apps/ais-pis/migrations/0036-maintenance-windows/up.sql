-- Maintenance that operators announce before it begins. The availability report counts downtime within these windows as planned.

create table maintenance_window (
  window_id     uuid primary key,                                     -- given by whoever announces it: a copy is the same window
  starts_at     timestamptz not null,                                 -- real time, wherever a sandbox has moved the bank's clock to
  ends_at       timestamptz not null check (ends_at > starts_at),
  reason        text not null check (length(reason) between 1 and 140),
  announced_by  text not null references operator,
  announced_at  timestamptz not null,
  withdrawn_by  text references operator,
  withdrawn_at  timestamptz check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint maintenance_is_announced_before_it_begins check (announced_at < starts_at),
  constraint maintenance_is_withdrawn_before_it_begins check (withdrawn_at < starts_at)
);
create index maintenance_window_by_end on maintenance_window (ends_at);

-- What was announced stays as it was announced.
select pg_temp.for_service_roles('revoke update, delete, truncate on maintenance_window from %I');
select pg_temp.for_service_roles('grant update (withdrawn_by, withdrawn_at) on maintenance_window to %I');
