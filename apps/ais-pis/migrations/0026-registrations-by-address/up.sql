-- Clients that register themselves are counted by the address they came from, and end when nobody has used them.

alter table client
  add column registered_from bytea check (octet_length(registered_from) = 32),  -- SHA-256 of the address, of IPv6 its /64; null: an operator added it, or from before
  add column seen_on date;                                                      -- the bank's day on which it last showed itself
create index client_by_registration_address on client (registered_from) where registered_from is not null and removed_at is null;
create index client_by_last_seen on client (seen_on) where registered_from is not null and removed_at is null;
