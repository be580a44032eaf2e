-- The customer's own pages: sessions, who must approve besides, and when a consent was last used.

create table customer_session (
  id_hash        bytea primary key check (octet_length(id_hash) = 32),      -- SHA-256 of what the cookie holds
  psu_id         uuid not null references psu,
  customer_name  text not null,
  expires_at     timestamptz not null
);
create index customer_session_by_expiry on customer_session (expires_at);

-- What needs a second owner, while one is waited for: whoever else holds it finds the consent by it.
create table consent_second_owner (
  consent_id   uuid not null references consent,
  resource_id  uuid not null,
  primary key (consent_id, resource_id)
);
create index consent_second_owner_by_resource on consent_second_owner (resource_id);
insert into consent_second_owner (consent_id, resource_id)
  select g.consent_id, g.resource_id from consent_grant g join consent c using (consent_id) where c.status = 'partiallyAuthorised' and g.rule = 'both';

-- To the minute. Beside the consent, so that reading never waits for who ends it.
create table consent_use (
  consent_id    uuid primary key references consent,
  last_used_at  timestamptz not null
);
