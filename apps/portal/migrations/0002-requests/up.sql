-- Requests of the clients of developers, for seven days. No bodies, addresses, texts or values that a client has sent: ids, and names of the
-- bank's own.

create table request (
  client_id   text not null,
  at          timestamptz(3) not null,                                 -- of the answer, on real time
  entry_id    bigint generated always as identity,                     -- tells apart what was answered in the same millisecond
  request_id  uuid not null,                                           -- X-Request-ID; sent again: several rows
  operation   text not null,                                           -- an id of the table
  status      smallint not null,
  ms          real not null,
  limits      text,                                                    -- 'second 24, minute 999'; null: nothing was charged
  consent_id  uuid,
  faults      jsonb,                                                   -- [["FORMAT_ERROR","/access"], …]; null: none
  primary key (client_id, at, entry_id)
);
create index request_by_id on request (client_id, request_id);
create index request_by_time on request (at);
