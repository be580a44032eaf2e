-- The client that a developer has chosen for the console, in place of the console's own, with the secret that the developer has given.

create table console_choice (
  developer_id   uuid primary key references developer on delete cascade,
  client_id      text not null,
  sealed_secret  bytea not null,                                       -- AES-256-GCM, by a key derived from the portal's own key file
  chosen_at      timestamptz not null
);
