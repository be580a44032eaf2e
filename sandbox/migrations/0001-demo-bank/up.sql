-- Which demo bank these databases hold. Written before anything is loaded, so that a run killed half-way is finished
-- with the same customers by the next one.
create table demo_bank (
  only_one   boolean primary key default true check (only_one),
  customers  integer not null check (customers > 0),
  seed       text not null,
  until      date not null,
  loaded_at  timestamptz
);
