-- Developers of third parties: who may sign in to the portal, and which clients belong to whom.

create table developer (
  developer_id   uuid primary key,
  email          text not null unique check (email = lower(email)),
  password_hash  text not null,                                        -- scrypt$N$r$p$salt$hash
  confirmed_at   timestamptz,                                          -- null: the address has not been shown to be theirs
  created_at     timestamptz not null
);

create table developer_session (
  id_hash       bytea primary key,                                     -- SHA-256 of what the browser keeps
  developer_id  uuid not null references developer on delete cascade,
  expires_at    timestamptz not null
);
create index developer_session_by_expiry on developer_session (expires_at);
create index developer_session_by_developer on developer_session (developer_id);

create table email_confirmation (
  code_hash     bytea primary key,                                     -- SHA-256 of what the message holds
  developer_id  uuid not null references developer on delete cascade,
  expires_at    timestamptz not null
);
create index email_confirmation_by_expiry on email_confirmation (expires_at);
create index email_confirmation_by_developer on email_confirmation (developer_id);

-- Sign-ins that failed, of addresses known or not.
create table developer_attempt (
  email_hash    bytea primary key,                                     -- SHA-256
  failures      integer not null check (failures > 0),
  locked_until  timestamptz not null,                                  -- in the past until there are too many
  tried_at      timestamptz not null
);
create index developer_attempt_by_time on developer_attempt (tried_at);

-- Clients are kept by ais-pis; here is whose they are.
create table developer_client (
  client_id     text primary key,
  developer_id  uuid not null references developer on delete cascade,
  created_at    timestamptz not null
);
create index developer_client_by_developer on developer_client (developer_id, created_at);
