-- What the quarterly report on availability is made of (docs/availability.md): how the service answered, and when it was ready.

-- Answers by day of the bank, group of operations and time. Replicas add to the same rows.
create table answer_count (
  day            date not null,
  product_class  text not null check (product_class in ('AIS', 'PIS', 'OTHER')),
  up_to_ms       integer not null check (up_to_ms > 0),                  -- upper bound of the bucket
  answers        bigint not null check (answers > 0),
  errors         bigint not null check (errors between 0 and answers),   -- answers with a 5xx status
  total_ms       double precision not null check (total_ms >= 0),
  primary key (day, product_class, up_to_ms)
);

-- One row for each time in which one process answered its probes without missing five in a row. Times are this server's: replicas
-- may disagree about the time. No row covers the time in which a service was down, whatever the reason was.
create table ready_period (
  process_id  uuid not null,
  begun_at    timestamptz not null,
  last_at     timestamptz not null check (last_at >= begun_at),           -- the last probe that was answered
  every_ms    integer not null check (every_ms > 0),                      -- PROBE_EVERY_MS of the process
  primary key (process_id, begun_at)
);
create index ready_period_by_end on ready_period (last_at);
