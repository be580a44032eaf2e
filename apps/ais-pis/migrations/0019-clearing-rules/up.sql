-- How the sandbox's clearing answers. Outside the sandbox both stay empty: nobody reads or writes them there.

create table clearing_rule (
  rule_id          bigint generated always as identity primary key,   -- the newest that fits counts
  answer           text not null check (answer in ('accepted', 'rejected', 'returned')),
  reason           text,
  after_ms         bigint not null check (after_ms >= 0),             -- of 'returned': after it was accepted
  payment_product  text,                                              -- what it is about; null: any
  creditor         text,
  amount_from      numeric,
  check ((reason is null) = (answer = 'accepted'))
);

-- Accepted instructions that come back: when, and why.
create table simulated_return (
  instruction_id  uuid primary key references clearing_instruction,
  reason          text not null,
  due_at          timestamptz not null
);
create index simulated_return_due on simulated_return (due_at);
