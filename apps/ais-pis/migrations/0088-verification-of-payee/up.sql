-- Verification of payee: the status of a payment whose check found something to tell, what checks found, and what clients asked.

-- checked: each constraint admits all that the one before it does, so the last release's code fits; not valid: no row is looked at
alter table payment
  drop constraint payment_transaction_status_check,
  add constraint payment_transaction_status_check
    check (transaction_status in ('RCVD', 'RVCM', 'ACTC', 'PATC', 'ACFC', 'PDNG', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC')) not valid,
  drop constraint payment_waits_for_approval,
  add constraint payment_waits_for_approval check ((transaction_status in ('RCVD', 'RVCM', 'PATC')) = (approve_by is not null)) not valid,
  drop constraint payment_has_a_debtor,
  add constraint payment_has_a_debtor check (transaction_status in ('RCVD', 'RVCM', 'RJCT') or debtor_account_id is not null) not valid;

insert into payment_edge values ('RCVD', 'RVCM'), ('RVCM', 'ACTC'), ('RVCM', 'PATC'), ('RVCM', 'RJCT');

-- Other names that an account's owners go by, such as the same name in another script, as the bank has them.
create table account_owner_name (
  account_id  uuid not null references account,
  name        text not null,
  primary key (account_id, name)
);

-- What a check of the creditor's name found: when the client asked for it with the payment, and when the customer was shown the payment.
create table payment_payee_check (
  payment_id      uuid not null references payment,
  asked_at        text not null check (asked_at in ('initiation', 'approval')),
  name_match      text not null check (name_match in ('MTCH', 'CMTC', 'NMTC', 'NOAP')),
  matched_name    text,                                               -- the real name, of a close match alone
  answered        boolean not null,                                   -- false: the creditor's bank could not be asked
  checked_at      timestamptz not null,                               -- on the bank's clock
  primary key (payment_id, asked_at),
  check ((name_match = 'CMTC') = (matched_name is not null))
);

-- Which names a client has asked for at which accounts, as digests: bounds how many it may try. On the real clock.
create table payee_question (
  client_id       text not null,
  account_digest  bytea not null check (octet_length(account_digest) = 32),
  name_digest     bytea not null check (octet_length(name_digest) = 32),
  asked_at        timestamptz not null default now(),
  primary key (client_id, account_digest, name_digest)
);
create index payee_question_by_client on payee_question (client_id, asked_at);
create index payee_question_by_time on payee_question (asked_at);
