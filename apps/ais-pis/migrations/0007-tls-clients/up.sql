-- Clients that show who they are by a certificate of their TLS connection (RFC 8705 §2.1): known by its subject, so that
-- a renewed certificate is the same client's.

alter table client
  add column tls_subject text,                                        -- RFC 4514
  drop constraint client_auth_method_check,
  add constraint client_auth_method_check check (auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth')),
  drop constraint client_check1,
  add constraint client_secret_check check ((auth_method in ('private_key_jwt', 'tls_client_auth')) = (secret_hash is null)),
  add constraint client_tls_subject_check check ((auth_method = 'tls_client_auth') = (tls_subject is not null));
