-- What a client's tokens are bound to: how it shows itself and what its tokens are bound to are two choices (RFC 8705 §3,
-- RFC 9449). None: as the profile has it.

alter table client add column token_binding text check (token_binding in ('dpop', 'tls'));
