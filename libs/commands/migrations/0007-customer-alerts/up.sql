-- What customers are told of (docs/ports/customer-alerts.json): written in the transaction of the act, sent by a job, in order for each customer.

create table customer_alert (
  alert_id     uuid primary key default uuidv7(),
  psu_id       uuid not null,
  kind         text not null,
  subject      text not null check (subject in ('consent', 'payment', 'mandate', 'customer')),
  subject_id   uuid not null,
  facts        jsonb not null,                                            -- for the text; no account numbers
  occurred_at  timestamptz not null,                                      -- on the bank's clock
  made_at      timestamptz not null default clock_timestamp(),
  attempts     integer not null default 0,                                -- those that failed
  last_problem text,
  settled_at   timestamptz,
  outcome      text check (outcome in ('delivered', 'not wanted', 'refused', 'given up')),
  check ((settled_at is null) = (outcome is null))
);
create index customer_alert_open on customer_alert (psu_id, alert_id) where settled_at is null;
create index customer_alert_settled on customer_alert (settled_at) where settled_at is not null;
