-- Certificates that the sandbox's authority has given to clients at the portal. Their private keys are with their developers.

create table client_certificate (
  serial_number  text primary key,                                     -- hex, as the authority wrote it
  client_id      text not null,
  use            text not null check (use in ('web', 'seal')),         -- TLS, or signed requests
  certificate    text not null,                                        -- PEM
  issued_at      timestamptz not null,
  expires_at     timestamptz not null,
  revoked_at     timestamptz
);
create index client_certificate_by_client on client_certificate (client_id, issued_at);
