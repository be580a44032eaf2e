-- The client with which the console acts for a developer. Tokens are not here: the developer's browser keeps them, sealed.

create table console_client (
  developer_id   uuid primary key references developer on delete cascade,
  client_id      text not null,
  sealed_secret  bytea not null,                                       -- AES-256-GCM, by a key derived from the portal's own key file
  created_at     timestamptz not null
);
