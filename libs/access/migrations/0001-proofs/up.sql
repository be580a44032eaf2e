-- DPoP proofs seen here (RFC 9449 §11.1): each is good once. Not logged: a read with a proof would else wait for the disk,
-- and what a crash forgets are the proofs of the last two minutes.

create unlogged table dpop_proof (
  proof_hash  bytea primary key check (octet_length(proof_hash) = 32),   -- SHA-256 of the key's thumbprint and the proof's jti
  expires_at  timestamptz not null                                       -- real time: a proof is as old as it is, whatever the bank's clock says
);
create index dpop_proof_by_expiry on dpop_proof (expires_at);
