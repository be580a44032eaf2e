-- Who is to be told when something changes, and what was told.

-- One row for each consent, payment and mandate whose client asked for it.
create table notification_address (
  subject_id  uuid primary key,
  subject     text not null check (subject in ('consent', 'payment', 'mandate')),
  client_id   text not null,
  address     text not null check (length(address) <= 2000),
  content     text not null check (content in ('PROCESS', 'LAST'))      -- every change, or the last alone
);

-- Inserted in the transaction of the change; delivered by a job, in order for each subject.
create table notification (
  notification_id  uuid primary key default uuidv7(),
  subject_id       uuid not null references notification_address,
  status           text not null,
  reason_code      text,
  made_at          timestamptz not null default clock_timestamp(),
  attempts         integer not null default 0,                          -- those that failed
  last_problem     text,
  settled_at       timestamptz,                                         -- delivered, or given up
  delivered        boolean not null default false
);
create index notification_by_subject on notification (subject_id);
create index notification_settled on notification (settled_at) where settled_at is not null;

-- Keys this service signs notifications with. The public part is published at its issuers' `jwks_uri`.
create table signing_key (
  kid          text primary key,
  private_jwk  jsonb not null,
  made_at      timestamptz not null default now()
);
create index signing_key_by_age on signing_key (made_at);
