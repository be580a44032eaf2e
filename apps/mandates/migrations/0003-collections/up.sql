-- What creditors collected under mandates, what came back, and what customers had given back.

create table collection (
  collection_id    uuid primary key,                                  -- given by whoever presents it: a copy is the same collection
  resource_id      uuid not null references mandate,
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  amount           numeric not null check (amount > 0),
  end_to_end_id    text,
  remittance       text,
  presented_on     date not null,                                     -- the bank's day
  period           date,                                              -- the first day of its period; null: as often as the creditor likes
  state            text not null check (state in ('accepted', 'booked', 'returned')),  -- accepted: ais-pis has not answered yet
  reason           text check ((state = 'returned') = (reason is not null)),           -- ISO 20022 ExternalReturnReason1Code or MandateReasonCode
  booked_on        date check ((state = 'booked') = (booked_on is not null)),
  created_at       timestamptz not null,
  decided_at       timestamptz check ((state = 'accepted') = (decided_at is null)),
  refund_asked_by  uuid,                                              -- the customer
  refund_asked_at  timestamptz check ((refund_asked_by is null) = (refund_asked_at is null)),
  refunded_on      date check (refunded_on is null or refund_asked_at is not null),
  check (refund_asked_at is null or state = 'booked')
);
-- One in each period of its mandate; what was returned has taken none.
create unique index collection_of_period on collection (resource_id, period) where state <> 'returned';
create index collection_by_mandate on collection (resource_id, presented_on, collection_id);
