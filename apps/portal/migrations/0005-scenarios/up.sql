-- What developers bring about in a sandbox: the keys of their tests, and customers of their own. Empty outside of the sandbox.

create table sandbox_key (
  key_hash      bytea primary key,                                     -- SHA-256 of the key, which is shown once
  key_id        uuid not null unique,
  developer_id  uuid not null references developer on delete cascade,
  name          text not null,
  created_at    timestamptz not null
);
create index sandbox_key_by_developer on sandbox_key (developer_id, created_at);

create table sandbox_customer (
  customer_id   uuid primary key,                                      -- the developer's choice, or the bank's
  developer_id  uuid not null references developer,
  seed          text not null,
  products      text[] not null,
  second_owner  boolean not null,
  password      text not null,                                         -- of made-up people: shown to their developer again and again
  created_at    timestamptz not null,
  removed_at    timestamptz
);
create index sandbox_customer_by_developer on sandbox_customer (developer_id, created_at);

-- Each generation of a customer's data: one at the beginning, one for each reset. Its number is in the account numbers.
create table sandbox_data_set (
  data_set      bigint generated always as identity primary key,
  customer_id   uuid not null references sandbox_customer,
  developer_id  uuid not null,
  until_day     date not null,                                         -- the bank's day on which it was begun
  made_at       timestamptz not null,
  logins        jsonb                                                  -- who can sign in, and their accounts; null: not all of it is loaded
);
create index sandbox_data_set_by_customer on sandbox_data_set (customer_id, data_set);
create index sandbox_data_set_by_developer on sandbox_data_set (developer_id, made_at);
