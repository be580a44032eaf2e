-- Clients that register themselves (RFC 7591), manage what they registered (RFC 7592), and publish their keys where they are.

alter table client
  add column jwks_uri text check (length(jwks_uri) <= 2000),
  add column grant_types text[] check (grant_types <@ array['authorization_code', 'client_credentials', 'refresh_token']),  -- null: all there are
  add column scopes text[],                                           -- null: all that its roles give
  add column registration_hash bytea check (octet_length(registration_hash) = 32),  -- SHA-256 of the token it manages itself with; null: an operator added it
  drop constraint client_check,
  add constraint client_keys_check check (num_nonnulls(jwks, jwks_uri) = case when auth_method = 'private_key_jwt' then 1 else 0 end);
