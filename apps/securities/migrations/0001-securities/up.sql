-- Securities accounts, the instruments and prices they are valued by, positions, transactions and orders.

-- Whose a securities account is. 'both': two of its holders must approve what is done with it.
create table holder (
  psu_id       uuid not null,
  resource_id  uuid not null,                                         -- securities_account.account_id
  rule         text not null check (rule in ('any', 'both')),
  primary key (psu_id, resource_id)
);
create index holder_by_resource on holder (resource_id);

create table securities_account (
  account_id         uuid primary key,
  other_identification text not null unique,                          -- served as other.identification
  other_scheme       text not null,                                   -- served as other.schemeNameProprietary
  other_issuer       text not null,
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  owner_name         text not null,
  name               text not null,
  display_name       text,
  product            text not null,
  cash_account_type  text not null default 'SCTS',
  status             text not null default 'enabled' check (status in ('enabled', 'blocked', 'deleted')),
  usage              text not null check (usage in ('PRIV', 'ORGA')),
  details            text,
  tariffs            text,
  applicable_fees    jsonb,                                           -- securitiesAccountFee[] of the data dictionary
  related_iban       text not null                                    -- the cash account that orders are settled on
);

create table instrument (
  instrument_id   text primary key,                                   -- the ISIN where there is one
  isin            text unique,
  other           jsonb,                                              -- genericFinancialInstrumentIdentification, where there is no ISIN
  name            text not null,
  kind            text not null check (kind in ('share', 'fund', 'bond')),
  currency        text not null,
  mic             text not null,
  quotation       text not null check (quotation in ('amount', 'percentage')),  -- bonds: per cent of the nominal
  price_type      text not null,                                      -- TypeOfPriceCode
  coupon          numeric,                                            -- per cent a year
  coupon_day      date,                                               -- a day on which a coupon was or will be paid
  country         text not null,
  check (isin is not null or other is not null),
  check ((kind = 'bond') = (quotation = 'percentage'))
);

create table instrument_price (
  instrument_id  text not null references instrument,
  price_date     date not null,
  price          numeric not null check (price > 0),                  -- amount per unit, or per cent
  primary key (instrument_id, price_date)
);

-- One unit of source_currency costs rate of target_currency.
create table exchange_rate (
  source_currency  text not null,
  target_currency  text not null,
  quotation_date   date not null,
  rate             numeric not null check (rate > 0),
  primary key (source_currency, target_currency, quotation_date)
);

-- What is held: proved equal to the sum of its transactions by `ledger check`.
create table position (
  account_id             uuid not null references securities_account,
  instrument_id          text not null references instrument,
  balance_type           text not null default 'AVAI',
  units                  numeric not null check (units >= 0),         -- a number of units; of a bond, nominal in its currency
  average_buying_price   numeric,                                     -- in the instrument's currency, without fees
  total_buying_price     numeric,                                     -- bonds
  safekeeping_place      text not null,                               -- BIC
  safekeeping_country    text not null,
  details                text,
  changed_on             date not null,
  primary key (account_id, instrument_id, balance_type)
);

create table security_order (
  account_id        uuid not null references securities_account,
  order_date        date not null,
  order_id          uuid not null unique,
  ordered_at        timestamptz not null,
  side              text not null check (side in ('buy', 'sell', 'subscription', 'redemption')),
  instrument_id     text not null references instrument,
  units             numeric not null check (units > 0),               -- a number of units; of a bond, nominal
  filled_units      numeric not null default 0,                       -- the sum of its transactions
  mic               text not null,
  limit_price       numeric,                                          -- amount or per cent, as the instrument is quoted
  stop_price        numeric,
  types_of_order    text[] not null,
  time_in_force     text not null,
  expiry_date       date,
  related_iban      text not null,
  order_split       boolean not null default false,
  order_modifyable  boolean not null default false,
  order_status      text not null,
  details           text,
  primary key (account_id, order_date, order_id),
  check (filled_units >= 0 and filled_units <= units),
  check ((order_status = 'filled') = (filled_units = units))
);

create table securities_transaction (
  account_id                uuid not null references securities_account,
  booking_date              date not null,
  entry_reference           text not null check (entry_reference ~ '^[0-9]{16}$'),
  transaction_id            uuid not null unique,
  transaction_date          date not null,
  transacted_at             timestamptz,
  settlement_date           date,
  value_date                date,
  instrument_id             text not null references instrument,
  order_id                  uuid references security_order (order_id),
  units                     numeric not null,                         -- negative is out; of a bond, nominal; zero: only money moved
  units_before              numeric not null,
  units_after               numeric not null,
  transaction_type_code     text not null,                            -- TransactionActivityCode
  mic                       text,
  price                     numeric,                                  -- as the instrument is quoted
  amount                    numeric,                                  -- in currency; negative is paid by the customer
  currency                  text,
  amount_includes_fees      boolean not null default false,
  amount_includes_taxes     boolean not null default false,
  related_fees              jsonb,                                    -- securitiesTransactionFee[]
  currency_exchange         jsonb,
  reversal_indicator        boolean not null default false,
  reversed_transaction_id   uuid,
  accrued_interest_days     integer,
  accrued_interest_amount   numeric,
  details                   text,
  primary key (account_id, booking_date, entry_reference),
  check (units_after = units_before + units)
);
create index securities_transaction_by_order on securities_transaction (order_id) where order_id is not null;
