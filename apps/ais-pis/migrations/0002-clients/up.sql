-- Third parties, and failed sign-ins of customers.

create table client (
  client_id      text primary key,
  name           text not null check (length(name) between 1 and 100),
  secret_hash    text,                                                -- SHA-256, base64url; the secret itself is 256 random bits
  auth_method    text not null check (auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  jwks           jsonb,                                               -- public keys, for private_key_jwt
  roles          text[] not null check (roles <@ array['PSP_AI', 'PSP_PI', 'PSP_IC']),
  redirect_uris  text[] not null,
  created_at     timestamptz not null,
  check ((auth_method = 'private_key_jwt') = (jwks is not null)),
  check ((auth_method = 'private_key_jwt') = (secret_hash is null))
);

-- Counted by login, existing or not: whether a login is locked must not tell whether it exists. So not in psu.
create table sign_in_attempt (
  login_hash       bytea primary key check (octet_length(login_hash) = 32),  -- SHA-256: people type passwords into the wrong field
  failed_passwords integer not null default 0,
  failed_codes     integer not null default 0,
  locked_until     timestamptz,
  changed_at       timestamptz not null
);
create index sign_in_attempt_by_age on sign_in_attempt (changed_at);
alter table psu drop column failed_attempts, drop column locked_until;
