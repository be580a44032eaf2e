-- How far the sandbox has moved the bank's clock. One row; forward only.

create table clock (
  clock      boolean primary key default true check (clock),
  offset_ms  bigint not null default 0 check (offset_ms >= 0)
);
insert into clock default values;
