-- Logos of clients. Customers see one only when an operator has approved it; a new one waits while the approved one stays.

create table client_logo (
  client_id    text not null references client,
  logo_hash    text not null check (logo_hash ~ '^[0-9a-f]{64}$'),       -- SHA-256 of the image: what an operator approves
  png          bytea not null check (octet_length(png) <= 300000),
  status       text not null check (status in ('proposed', 'approved', 'refused')),
  proposed_at  timestamptz not null,
  decided_at   timestamptz check ((decided_at is null) = (status = 'proposed')),
  decided_by   text,                                                    -- an operator, by name
  reason       text check ((reason is null) = (status <> 'refused')),   -- for its developer
  primary key (client_id, logo_hash)
);
create unique index client_logo_proposed on client_logo (client_id) where status = 'proposed';
create unique index client_logo_approved on client_logo (client_id) where status = 'approved';
create index client_logo_by_hash on client_logo (logo_hash);
create index client_logo_by_status on client_logo (status, proposed_at);

-- The approved one. On the client itself: it is read with it at each authorization.
alter table client add column logo_hash text;                            -- null: none
