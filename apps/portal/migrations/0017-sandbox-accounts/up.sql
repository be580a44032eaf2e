-- Accounts that are made in one click, in a sandbox. Their developer has a name in place of an e-mail address, and a hash that no password matches,
-- until it is given both: then the row here goes away.

create table sandbox_account (
  developer_id  uuid primary key references developer on delete cascade,
  reopen_hash   bytea not null unique,                                 -- SHA-256 of what the link holds that opens the account once
  opened_from   bytea not null,                                        -- HMAC-SHA-256 of the address; of IPv6, of its /64
  used_at       timestamptz not null                                   -- the last sign-in or, noted once a day, request of a client; on real time
);
create index sandbox_account_by_origin on sandbox_account (opened_from);
create index sandbox_account_by_use on sandbox_account (used_at);
