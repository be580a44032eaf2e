-- How a customer is told of what third parties do, and what they do not want to be told. Without a row: everything, by the bank's first channel.

create table customer_alert_choice (
  psu_id     uuid primary key references psu,
  channel    text not null,
  unwanted   text[] not null default '{}',
  chosen_at  timestamptz not null
);
