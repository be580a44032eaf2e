-- Cards, their balances, card transactions booked or pending, and the statements that are debited from an account.

-- Whose a card is. 'both': two of its holders must approve what is done with it.
create table holder (
  psu_id       uuid not null,
  resource_id  uuid not null,                                         -- card.card_id
  rule         text not null check (rule in ('any', 'both')),
  primary key (psu_id, resource_id)
);
create index holder_by_resource on holder (resource_id);

-- The full card number is nowhere in the system.
create table card (
  card_id            uuid primary key,
  masked_pan         text not null check (masked_pan ~ '^[0-9]{0,6}[*X]{5,}[0-9]{0,4}$'),
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  owner_name         text not null,
  name               text not null,
  display_name       text,
  product            text not null,
  status             text not null default 'enabled' check (status in ('enabled', 'blocked', 'deleted')),
  usage              text not null check (usage in ('PRIV', 'ORGA')),
  details            text,
  credit_limit       numeric not null check (credit_limit > 0),
  statement_day      integer not null check (statement_day between 1 and 28),
  debit_day          integer not null check (debit_day between 1 and 28),
  debited_account_id uuid not null,                                   -- the current account in ais-pis that pays the statements
  debited_iban       text not null
);

-- What the customer owes (negative) or is owed; kept with each transaction, proved by `ledger check`.
create table card_balance (
  card_id            uuid primary key references card,
  invoiced           numeric not null,                                -- statements closed but not yet debited
  not_invoiced       numeric not null,                                -- booked since the last statement
  pending            numeric not null,                                -- authorised, not booked
  next_debit_date    date not null,                                   -- of the invoiced amount, or of the next statement
  last_booking_date  date,
  changed_at         timestamptz not null
);

create table statement (
  card_id           uuid not null references card,
  number            integer not null check (number > 0),
  period_from       date not null,
  period_to         date not null,
  debit_date        date not null,
  currency          text not null,
  total             numeric not null,                                 -- the sum of its transactions: negative is owed
  debited           boolean not null,
  entry_reference   text,                                             -- the debit's reference on the account, once debited
  primary key (card_id, number),
  check (debited = (entry_reference is not null))
);

create table card_transaction (
  card_id                            uuid not null references card,
  booking_date                       date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),  -- served as cardTransactionId
  transaction_date                   date not null,
  acceptor_transaction_at            timestamptz not null,
  value_date                         date not null,                   -- when the statement is debited
  amount                             numeric not null check (amount <> 0),  -- in the card's currency; negative is a purchase
  grand_total_amount                 numeric,
  original_amount                    numeric,
  original_currency                  text,
  markup_fee                         numeric,
  markup_fee_percentage              numeric,
  currency_exchange                  jsonb,
  terminal_id                        text,
  card_acceptor_id                   text,
  card_acceptor_name                 text,
  card_acceptor_street               text,
  card_acceptor_building             text,
  card_acceptor_town                 text,
  card_acceptor_post_code            text,
  card_acceptor_country              text,
  card_acceptor_phone                text,
  merchant_category_code             text,
  transaction_details                text,
  proprietary_bank_transaction_code  text,
  statement_number                   integer,                         -- null: not yet invoiced
  primary key (card_id, booking_date, entry_reference),
  foreign key (card_id, statement_number) references statement
);
create index card_transaction_by_statement on card_transaction (card_id, statement_number);

create table card_pending_transaction (
  card_id                            uuid not null references card,
  transaction_date                   date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  acceptor_transaction_at            timestamptz not null,
  amount                             numeric not null check (amount <> 0),
  original_amount                    numeric,
  original_currency                  text,
  currency_exchange                  jsonb,
  terminal_id                        text,
  card_acceptor_id                   text,
  card_acceptor_name                 text,
  card_acceptor_street               text,
  card_acceptor_building             text,
  card_acceptor_town                 text,
  card_acceptor_post_code            text,
  card_acceptor_country              text,
  card_acceptor_phone                text,
  merchant_category_code             text,
  transaction_details                text,
  proprietary_bank_transaction_code  text,
  primary key (card_id, transaction_date, entry_reference)
);
