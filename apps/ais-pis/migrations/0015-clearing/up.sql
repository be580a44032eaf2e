-- What other banks are to be told: one instruction a payment, written in the transaction that debits it (an outbox).

create table clearing_instruction (
  instruction_id   uuid primary key default uuidv7(),
  payment_id       uuid not null unique references payment,
  payment_product  text not null,
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  amount           numeric not null check (amount > 0),
  message          jsonb not null,                                    -- the parts of an ISO 20022 pacs.008 that the bank has
  instructed_on    date not null,                                     -- the bank's day
  instructed_at    timestamptz not null,
  state            text not null default 'INSTRUCTED' check (state in ('INSTRUCTED', 'ACCEPTED', 'REJECTED', 'RETURNED')),
  reason           text,                                              -- ISO 20022 ExternalStatusReason1Code, of REJECTED and RETURNED
  changed_at       timestamptz not null,
  check ((reason is not null) = (state in ('REJECTED', 'RETURNED')))
);
create index clearing_instruction_to_be_answered on clearing_instruction (instructed_on, instruction_id) where state = 'INSTRUCTED';
create index clearing_instruction_by_day on clearing_instruction (instructed_on, instruction_id);
