-- Collections under mandates as far as the books are concerned: what was decided of each, once.

create table collection (
  collection_id      uuid primary key,                                -- of the mandates service
  account_id         uuid not null,                                   -- as asked; AC01 where there is none
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  amount             numeric not null check (amount > 0),
  mandate_id         text not null,
  creditor_id        text not null,
  posting_id         uuid unique references posting,                  -- null: returned
  booked_on          date check ((posting_id is null) = (booked_on is null)),
  reason             text check ((posting_id is null) = (reason is not null)),
  decided_at         timestamptz not null,
  refund_posting_id  uuid unique references posting,
  refunded_on        date check ((refund_posting_id is null) = (refunded_on is null)),
  check (refund_posting_id is null or posting_id is not null)
);
