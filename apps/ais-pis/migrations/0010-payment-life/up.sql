-- A payment's life: which status may follow which, each change as it happened, and who approved.

-- The edges of NextGenPSD2 payments (ISO 20022 ExternalPaymentTransactionStatus1Code); a change along no edge cannot be stored.
create table payment_edge (
  from_status  text not null,
  to_status    text not null,
  primary key (from_status, to_status)
);
insert into payment_edge values
  ('RCVD', 'ACTC'), ('RCVD', 'PATC'), ('RCVD', 'RJCT'),
  ('PATC', 'ACTC'), ('PATC', 'RJCT'),
  ('ACTC', 'ACFC'), ('ACTC', 'PDNG'), ('ACTC', 'RJCT'),
  ('PDNG', 'ACFC'), ('PDNG', 'CANC'), ('PDNG', 'RJCT'),
  ('ACFC', 'ACSP'), ('ACFC', 'RJCT'),
  ('ACSP', 'ACSC'), ('ACSP', 'ACCC'), ('ACSP', 'RJCT');

alter table payment
  add column changes            integer not null default 0 check (changes >= 0),  -- how often its status has changed
  add column debtor_account_id  uuid references account,              -- from its first approval on
  add column fee                numeric not null default 0 check (fee >= 0),      -- as the customer was shown it
  add column execution_date     date,                                 -- the bank's day on which it is executed, from its approval on
  add constraint payment_waits_for_approval check ((transaction_status in ('RCVD', 'PATC')) = (approve_by is not null)),
  add constraint payment_has_a_debtor check (transaction_status in ('RCVD', 'RJCT') or debtor_account_id is not null);

create table payment_status_change (
  payment_id     uuid not null references payment,
  change_number  integer not null check (change_number > 0),
  from_status    text not null,
  to_status      text not null,
  reason         text,                                                -- ISO 20022 ExternalStatusReason1Code, of RJCT and CANC
  changed_at     timestamptz not null,
  primary key (payment_id, change_number),
  foreign key (from_status, to_status) references payment_edge
);

create table payment_approval (
  payment_id   uuid not null references payment,
  psu_id       uuid not null references psu,
  approved_at  timestamptz not null,
  primary key (payment_id, psu_id)
);
create index payment_approval_by_customer on payment_approval (psu_id);
create index payment_by_customer on payment (psu_id, created_at) where psu_id is not null;
create index payment_by_debtor_account on payment (debtor_account_id) where debtor_account_id is not null;
create index payment_to_be_executed on payment (execution_date) where transaction_status in ('PDNG', 'ACFC');
