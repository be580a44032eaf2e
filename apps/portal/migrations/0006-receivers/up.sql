-- Receivers of notifications for trying out, in a sandbox: what has arrived at each, for seven days. Notifications hold ids and statuses.

create table receiver (
  receiver_id      text primary key,                                   -- part of its address, which nobody can guess
  client_id        text not null unique,
  created_at       timestamptz not null,
  misbehaviour     text check (misbehaviour in ('fails', 'slow')),
  misbehaves_left  integer not null default 0 check (misbehaves_left between 0 and 100)
);

create table received_notification (
  receiver_id  text not null references receiver on delete cascade,
  entry_id     bigint generated always as identity,
  received_at  timestamptz(3) not null,
  request_id   text,
  digest       text,
  signature    text,
  body         bytea not null,
  answer       text not null,                                          -- '204', '500' or 'slow'
  fault        text,                                                   -- null: verified
  primary key (receiver_id, entry_id)
);
create index received_notification_by_time on received_notification (received_at);
