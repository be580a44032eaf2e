-- What oidc-provider keeps: codes, tokens, grants, interactions. No id that opens anything is stored in clear.

create table artifact (
  issuer       text not null check (issuer in ('consents', 'payments', 'mandates', 'cancellation')),
  kind         text not null,
  id_hash      bytea not null check (octet_length(id_hash) = 32),         -- SHA-256 of the id
  payload      jsonb not null,
  grant_hash   bytea check (octet_length(grant_hash) = 32),               -- of the grant it hangs on; a dead grant kills all of them
  expires_at   timestamptz not null,                                      -- on the bank's clock
  consumed_at  timestamptz,
  revoked_at   timestamptz,
  primary key (id_hash, kind, issuer)
);
create index artifact_by_grant on artifact (grant_hash, kind, issuer) where grant_hash is not null;
create index artifact_by_expiry on artifact (expires_at);

-- A customer's way through one authorization, from sign-in to an answer.
create table journey (
  issuer           text not null,
  interaction_hash bytea not null check (octet_length(interaction_hash) = 32),
  psu_id           uuid not null,
  customer_name    text not null,
  left_out         text[] not null default '{}',                          -- services that did not answer and are gone on without
  code_number      integer not null default 0,                            -- how many approval codes were sent
  code_about       bytea,                                                 -- SHA-256 of the facts the last one is bound to
  code_expires_at  timestamptz,
  code_tries_left  integer not null default 0 check (code_tries_left >= 0),
  ended_at         timestamptz,
  expires_at       timestamptz not null,
  primary key (interaction_hash, issuer)
);
create index journey_by_expiry on journey (expires_at);

-- What customers approved. Rows are written once, in the transaction in which the approval takes effect.
create table approval (
  approval_id      uuid primary key default uuidv7(),
  issuer           text not null,
  interaction_hash bytea not null,
  scope            text not null,
  client_id        text not null,
  psu_id           uuid not null,
  about            bytea not null,                                        -- SHA-256 of the facts shown
  chosen           text[] not null,                                       -- what the customer chose, where there was a choice
  outcome          text not null check (outcome in ('complete', 'partial')),
  approved_at      timestamptz not null,
  unique (interaction_hash, issuer)
);
