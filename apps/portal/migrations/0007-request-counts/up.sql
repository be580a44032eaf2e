-- Requests of each client by day and operation, and what its limits had left after the last one. The log itself is trimmed; these are not.

create table request_count (
  client_id   text not null,
  day         date not null,                                           -- UTC, as windows of limits are
  operation   text not null,
  requests    bigint not null,
  refused     bigint not null,                                         -- 4xx
  failed      bigint not null,                                         -- 5xx
  limits      text,                                                    -- 'second 24, minute 999'; null: nothing was charged yet
  limits_at   timestamptz check ((limits_at is null) = (limits is null)),
  primary key (client_id, day, operation)
);
create index request_count_by_day on request_count (day);

insert into request_count
select client_id, (at at time zone 'UTC')::date, operation, count(*), count(*) filter (where status between 400 and 499),
  count(*) filter (where status >= 500), (array_agg(limits order by at desc) filter (where limits is not null))[1], max(at) filter (where limits is not null)
from request group by 1, 2, 3;
