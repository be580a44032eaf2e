-- Sign-ins that have begun at the bank's OpenID provider. One a browser and place: only the last one begun can be completed, once.

create table provider_login (
  place         text not null,                                            -- an issuer, or the customer's own pages
  browser_hash  bytea not null check (octet_length(browser_hash) = 32),   -- SHA-256 of what the cookie of the browser names
  state_hash    bytea not null check (octet_length(state_hash) = 32),
  language      text not null,
  started_at    timestamptz not null,                                     -- real time, as auth_time is
  finished_at   timestamptz,
  primary key (browser_hash, place)
);
create index provider_login_by_start on provider_login (started_at);
