-- What the bank's approval app was asked, and what it answered. An answer is a row before the app is told that it has arrived.

create table app_approval (
  approval_id      uuid primary key,
  issuer           text not null,
  interaction_hash bytea not null check (octet_length(interaction_hash) = 32),
  number           integer not null,                                      -- the how manieth of its journey; only the last counts
  psu_id           uuid not null,
  about            bytea not null,                                        -- SHA-256 of the facts shown, as of approval codes
  chosen           text[] not null,                                       -- the accounts that the customer chose
  facts_hash       text not null,                                         -- what the answer must repeat
  binding_message  text not null,
  message          text not null,                                         -- the body, byte for byte, to be sent again
  expires_at       timestamptz not null,                                  -- on the bank's clock
  attempted_at     timestamptz,
  delivered_at     timestamptz,
  withdrawn_at     timestamptz,                                           -- the customer went back to the request, or asked again
  decision         text check (decision in ('approved', 'refused')),
  answered_at      timestamptz,
  unique (interaction_hash, issuer, number),
  check ((decision is null) = (answered_at is null))
);
create index app_approval_by_expiry on app_approval (expires_at);
