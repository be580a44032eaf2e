-- What the authorisation register answers about the organizations of clients, and for how long that counts. Without a register it is empty, and stops nobody.
create table register_standing (
  organization  text primary key,
  status        text check (status in ('authorised', 'withdrawn', 'unregistered')),  -- null: the register has not answered yet
  roles         text[] not null default '{}',
  as_of         timestamptz,                                                         -- the register's own date
  tried_at      timestamptz,                                                         -- a replica asks
  answered_at   timestamptz,
  good_until    timestamptz,                                                         -- the bound on age
  check ((status is null) = (answered_at is null) and (status is null) = (good_until is null))
);
