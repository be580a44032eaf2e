-- A mandate's life: which status may follow which, each change as it happened, who approved, and cancellations that wait.

-- The edges of messages.md §7 (openFinance MandateStatus); a change along no edge cannot be stored.
create table mandate_edge (
  from_status  text not null,
  to_status    text not null,
  primary key (from_status, to_status)
);
insert into mandate_edge values
  ('RCVD', 'ACTV'), ('RCVD', 'PATC'), ('RCVD', 'RJCT'), ('RCVD', 'CANC'),
  ('PATC', 'ACTV'), ('PATC', 'RJCT'), ('PATC', 'CANC'),
  ('ACTV', 'SUSP'), ('ACTV', 'EXPI'), ('ACTV', 'CANC'),
  ('SUSP', 'ACTV'), ('SUSP', 'EXPI'), ('SUSP', 'CANC');

alter table mandate
  add column changes            integer not null default 0 check (changes >= 0),  -- how often its status has changed
  add column debtor_account_id  uuid,                                 -- of ais-pis, from its first approval on
  add column debtor_account     jsonb,                                -- iban, currency and name of it, as its customer chose it
  add column suspended_by       text check (suspended_by in ('customer', 'bank')),
  add column idle_since         date,                                 -- the day of its last collection; before that, of its signature
  add constraint mandate_has_a_debtor check (mandate_status in ('RCVD', 'RJCT', 'CANC') or debtor_account_id is not null),
  add constraint mandate_is_signed check (mandate_status not in ('ACTV', 'SUSP', 'EXPI') or (date_of_signature is not null and idle_since is not null)),
  add constraint mandate_says_who_suspended check ((mandate_status = 'SUSP') = (suspended_by is not null));
create index mandate_waits_for_second_owner on mandate (debtor_account_id) where mandate_status = 'PATC';
create index mandate_with_an_end on mandate (final_collection_date) where mandate_status in ('ACTV', 'SUSP');
create index mandate_idle on mandate (idle_since) where mandate_status in ('ACTV', 'SUSP');

create table mandate_status_change (
  resource_id    uuid not null references mandate,
  change_number  integer not null check (change_number > 0),
  from_status    text not null,
  to_status      text not null,
  reason         text,                                                -- MandateReasonCode
  changed_at     timestamptz not null,
  primary key (resource_id, change_number),
  foreign key (from_status, to_status) references mandate_edge
);

create table mandate_approval (
  resource_id  uuid not null references mandate,
  psu_id       uuid not null,
  approved_at  timestamptz not null,
  primary key (resource_id, psu_id)
);
create index mandate_approval_by_customer on mandate_approval (psu_id);

-- A creditor asked to cancel a mandate that its customer has approved. One at a time waits for the customer's answer.
create table mandate_cancellation (
  cancellation_id  uuid primary key,
  resource_id      uuid not null references mandate,
  asked_at         timestamptz not null,
  answer_by        timestamptz not null,
  state            text not null check (state in ('pending', 'approved', 'refused', 'lapsed')),
  closed_at        timestamptz,
  check ((state = 'pending') = (closed_at is null))
);
create unique index mandate_cancellation_pending on mandate_cancellation (resource_id) where state = 'pending';
create index mandate_cancellation_by_mandate on mandate_cancellation (resource_id, asked_at);
create index mandate_cancellation_to_be_answered on mandate_cancellation (answer_by) where state = 'pending';
