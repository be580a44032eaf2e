-- Payments as clients asked for them and as far as they have come.

create table payment (
  payment_id                uuid primary key,
  client_id                 text not null references client,
  payment_product           text not null,
  psu_id                    uuid references psu,                       -- who approved it first; null before that
  request                   jsonb not null,                            -- the body as accepted
  currency                  text not null check (currency ~ '^[A-Z]{3}$'),
  amount                    numeric not null check (amount > 0),
  requested_execution_date  date,
  transaction_status        text not null check (transaction_status in ('RCVD', 'ACTC', 'PATC', 'ACFC', 'PDNG', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC')),
  status_reason             text,                                      -- why RJCT or CANC, for tppMessages
  created_at                timestamptz not null,
  status_changed_at         timestamptz not null,
  approve_by                timestamptz                                -- RCVD, PATC: not approved by then, it is rejected
);
create index payment_by_client on payment (client_id, created_at);
create index payment_to_be_approved on payment (approve_by) where approve_by is not null;
