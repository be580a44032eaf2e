-- The latest calls of each developer's console, to look at and to send again; and the keys with which a console signs requests.
-- Both exist in a sandbox only.

create table console_call (
  developer_id   uuid not null references developer on delete cascade,
  call_id        uuid not null,
  called_at      timestamptz not null,
  operation      text not null,
  status         smallint not null,
  sealed_exchange bytea not null,                                      -- AES-256-GCM, as in console_seal: request and response without the token
  primary key (developer_id, call_id)
);
create index console_call_by_developer on console_call (developer_id, called_at);
create index console_call_by_time on console_call (called_at);

create table console_seal (
  developer_id   uuid not null references developer on delete cascade,
  client_id      text not null,
  serial_number  text not null,                                        -- of the certificate, as client_certificate has it
  certificate    text not null,                                        -- PEM
  sealed_key     bytea not null,                                       -- AES-256-GCM, by a key derived from the portal's own key file
  expires_at     timestamptz not null,
  primary key (developer_id, client_id)
);
