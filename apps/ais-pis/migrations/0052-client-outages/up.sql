-- Services that count as unavailable for this client, each until an instant of the bank's clock: {"cards": 1790000000000}, in milliseconds since
-- 1970. A scenario of the sandbox; null elsewhere.
alter table client add column outages jsonb;
