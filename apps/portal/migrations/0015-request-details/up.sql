-- More about the requests of the log. request_detail is kept as long as the log and holds no value that a client sent. request_exchange holds
-- what clients of a sandbox sent and received, for a day, of the newest 200 requests of each; outside a sandbox it is empty.

create table request_detail (
  client_id   text not null,
  at          timestamptz(3) not null,                                 -- as in request
  request_id  uuid not null,
  object_id   uuid,                                                    -- consent, payment or mandate
  texts       jsonb,                                                   -- one text for each fault of the request; null: it has none
  primary key (client_id, at, request_id)
);
create index request_detail_by_object on request_detail (client_id, object_id, at) where object_id is not null;
create index request_detail_by_time on request_detail (at);

create table request_exchange (
  client_id       text not null,
  at              timestamptz(3) not null,
  request_id      uuid not null,
  psu_id          text,                                                -- customer of the token; null: a client token
  method          text not null,
  path            text not null,                                       -- with the query
  texts           jsonb,                                               -- as the client read them
  request_body    text,                                                -- null: none, or too long
  request_bytes   bigint,                                              -- of a body that is too long
  response_body   text,
  response_bytes  bigint,
  primary key (client_id, at, request_id)
);
create index request_exchange_by_customer on request_exchange (psu_id);
create index request_exchange_by_time on request_exchange (at);

-- Whose exchanges were deleted. Services send theirs a second or two later: what was sent before that time is not stored any more.
create table forgotten_exchange (
  whose  text primary key,                                             -- a customer, or a developer for exchanges of no customer; '': all
  until  timestamptz(3) not null
);
