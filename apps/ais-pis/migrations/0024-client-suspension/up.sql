-- Clients that the bank suspends, and lets go on: unlike a removed one, a suspended client keeps its consents and tokens. What has happened is kept.

alter table client add column suspended_at timestamptz;                -- null: it may act

create table client_suspension (
  suspension_id  bigint generated always as identity primary key,
  client_id      text not null references client,
  suspended_at   timestamptz not null,
  reason         text not null check (length(reason) between 1 and 500),  -- for operators; told to nobody else
  resumed_at     timestamptz,
  resume_reason  text check (length(resume_reason) between 1 and 500),
  check ((resumed_at is null) = (resume_reason is null))
);
create unique index client_suspension_open on client_suspension (client_id) where resumed_at is null;
