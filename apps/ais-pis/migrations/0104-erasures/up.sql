-- Whose personal data were erased, at whose request, and how far each service is (docs/erasure.md).

-- Kept for good: a backup that is restored brings these customers back, and they are erased again.
create table erasure (
  psu_id     uuid primary key references psu,
  asked_at   timestamptz not null,                                        -- the last time
  asked_by   text not null,                                               -- an operator
  round      integer not null default 1,                                  -- how often it was asked for
  name       text,                                                        -- what services look for; null once all have answered
  accounts   jsonb not null default '[]',                                 -- likewise: {iban, accountId, shared}
  ended_at   timestamptz
);
create index erasure_by_time on erasure (asked_at, psu_id);

-- What each service has to do. A step is repeated until its service has answered that nothing is left.
create table erasure_step (
  psu_id       uuid not null references erasure,
  service      text not null,
  due_on       date,                                                      -- the bank's day; later than today: the law makes it keep the rest until then; null: done
  next_try_at  timestamptz not null default now(),                        -- real time
  erased       jsonb not null default '{}',                               -- rows by table, since it was asked for the last time
  obstacles    jsonb not null default '[]',
  problem      text,                                                      -- why the last try failed
  primary key (psu_id, service)
);
create index erasure_step_due on erasure_step (due_on, next_try_at) where due_on is not null;
