-- What the bank's core is told besides payments (LEDGER=core): written in the transaction of the decision (an outbox), as clearing_instruction is.

create table booking_instruction (
  instruction_id  uuid primary key default uuidv7(),
  kind            text not null check (kind in ('hold', 'release', 'collection', 'refund')),
  subject         uuid not null,                                      -- the payment of a hold or release, the collection
  account_id      uuid not null,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  amount          numeric not null check (amount > 0),
  message         jsonb not null,
  instructed_on   date not null,                                      -- the bank's day
  instructed_at   timestamptz not null,
  answer_by       timestamptz not null,                               -- by the bank's clock
  state           text not null default 'INSTRUCTED' check (state in ('INSTRUCTED', 'ACCEPTED', 'REJECTED')),
  reason          text check ((reason is not null) = (state = 'REJECTED')),
  answered_on     date check ((answered_on is not null) = (state <> 'INSTRUCTED')),  -- the bank's day
  changed_at      timestamptz not null,
  unique (subject, kind)
);
create index booking_instruction_to_be_answered on booking_instruction (instructed_on, instruction_id) where state = 'INSTRUCTED';
create index booking_instruction_by_day on booking_instruction (instructed_on, instruction_id);
create trigger refuse_while_recovering before insert on booking_instruction for each statement execute function refuse_while_recovering();
select pg_temp.for_service_roles('revoke delete, truncate on booking_instruction from %I');

-- Every instruction to the core that has no answer yet, payments included, and when the core is asked next, on real time.
create table instruction_delivery (
  instruction_id  uuid primary key,
  subject         uuid not null,                                      -- instructions about one subject are delivered in order
  asked           integer not null default 0,
  ask_after       timestamptz not null,
  taken           boolean not null default false                      -- the core has said that it knows it
);
create index instruction_delivery_by_time on instruction_delivery (ask_after);
create index instruction_delivery_by_subject on instruction_delivery (subject, instruction_id);

insert into instruction_delivery (instruction_id, subject, ask_after)
select instruction_id, payment_id, now() from clearing_instruction where by_core and state = 'INSTRUCTED';
