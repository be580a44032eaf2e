-- Clients renew what they show themselves by, and leave. Until `former_until` the former secret, keys or certificate name
-- counts beside the present one. Whoever is removed is known to nobody; what was written of them stays.

alter table client
  add column former_secret_hash text,
  add column former_jwks jsonb,
  add column former_tls_subject text,
  add column former_until timestamptz,                                -- on the bank's clock
  add column removed_at timestamptz,
  add constraint client_former_check check (num_nonnulls(former_secret_hash, former_jwks, former_tls_subject) = case when former_until is null then 0 else 1 end);
create index client_by_age on client (created_at, client_id);
create index client_by_end_of_change_over on client (former_until) where former_until is not null;
