-- What the audit keeps of a body and of the customer's device are digests over a salt that stands here. While it is here, a body can be
-- checked against its row; once it is erased nobody can tell what the digest was of, and the row, its seal and the chain stay as they are.

create table audit_salt (
  whose  text primary key,                                            -- the customer; before one was known, the id of what was written
  salt   bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) check (octet_length(salt) >= 32)
);

-- checked: the table is new, and the last release writes rows without a salt beside it
-- Who runs the service adds and erases salts, and never chooses or changes one.
select pg_temp.for_service_roles('revoke insert, update, truncate on audit_salt from %I');
select pg_temp.for_service_roles('grant insert (whose), update (whose) on audit_salt to %I');
