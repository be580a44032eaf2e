-- Links with which developers choose a new password. There is a row for each address that was typed, whether it has an account or not: both are
-- answered alike, and only the message that is sent later differs.
-- checked: sign_up is new in this release and has rows of a day; both columns may be null, and code that does not know them leaves them out

create table password_reset (
  code_hash    bytea primary key,                                      -- SHA-256 of what the message holds
  email        text not null check (email = lower(email)),
  expires_at   timestamptz not null,
  sealed_code  bytea,                                                  -- AES-256-GCM, by a key derived from the portal's own key file; null: sent
  send_at      timestamptz,                                            -- when its message is due, or due again; null: there is none to send
  tries        smallint not null default 0
);
create index password_reset_by_email on password_reset (email, expires_at);
create index password_reset_by_expiry on password_reset (expires_at);
create index password_reset_to_send on password_reset (send_at) where send_at is not null;

alter table sign_up
  add column target        text,                                       -- the page of the portal that the visitor wanted; null: the first one
  add column developer_id  uuid references developer on delete cascade; -- the account made in one click that gets this address; null: a new one
create index sign_up_by_developer on sign_up (developer_id);
