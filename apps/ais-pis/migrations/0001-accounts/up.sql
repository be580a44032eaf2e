-- Customers who can sign in, current accounts, their balances, and the entries booked or pending on them.

create table psu (
  psu_id           uuid primary key,
  login            text not null unique,
  password_hash    text not null,                                     -- scrypt$N$r$p$salt$hash, base64url
  name             text not null,
  language         text not null default 'en' check (language in ('en', 'he')),
  failed_attempts  integer not null default 0 check (failed_attempts >= 0),
  locked_until     timestamptz
);

create table account (
  account_id         uuid primary key,
  iban               text not null unique,
  bic                text not null,
  branch_number      text,                                            -- Israeli accounts also go by branch and number
  account_number     text,
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  owner_name         text not null,
  name               text not null,
  display_name       text,
  product            text not null,
  cash_account_type  text not null default 'CACC',
  status             text not null default 'enabled' check (status in ('enabled', 'blocked', 'deleted')),
  usage              text not null check (usage in ('PRIV', 'ORGA')),
  details            text,
  opened_on          date not null,
  unique (branch_number, account_number, currency)
);

-- Whose an account is. 'both': two of its holders must approve what is done with it.
create table holder (
  psu_id       uuid not null references psu,
  resource_id  uuid not null references account,
  rule         text not null check (rule in ('any', 'both')),
  primary key (psu_id, resource_id)
);
create index holder_by_resource on holder (resource_id);

-- One narrow row per account, changed with each posting; proved equal to the sum of its entries by `ledger check`.
create table account_balance (
  account_id         uuid primary key references account,
  booked             numeric not null,                                -- the sum of all entries
  reserved           numeric not null default 0 check (reserved >= 0),  -- pending debits
  incoming           numeric not null default 0 check (incoming >= 0),  -- pending credits
  overdraft          numeric not null default 0 check (overdraft >= 0),  -- the credit line
  last_booking_date  date not null,                                   -- the last day on which anything was booked
  booked_before      numeric not null,                                -- booked as it stood at the close of the day before that
  changed_at         timestamptz not null,
  check (booked - reserved >= -overdraft)
) with (fillfactor = 70);

-- Booked entries are never changed. References are fixed-width digits, so text order is booking order within a day.
-- References that came with a load file begin with 0.
create table entry (
  account_id                         uuid not null references account,
  booking_date                       date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  value_date                         date not null,
  booked_at                          timestamptz not null,
  amount                             numeric not null check (amount <> 0),  -- in the account's currency; negative is a debit
  balance_after                      numeric not null,
  end_to_end_id                      text,
  mandate_id                         text,
  check_id                           text,
  creditor_id                        text,
  creditor_name                      text,
  creditor_account                   jsonb,                           -- account reference: {"iban": …} or another form
  creditor_agent                     text,
  ultimate_creditor                  text,
  debtor_name                        text,
  debtor_account                     jsonb,
  debtor_agent                       text,
  ultimate_debtor                    text,
  remittance_unstructured            text,
  remittance_structured              text,
  purpose_code                       text,
  bank_transaction_code              text not null,                   -- ISO 20022: PMNT-RCDT-ESCT
  proprietary_bank_transaction_code  text,
  additional_information             text,
  currency_exchange                  jsonb,                           -- reportExchangeRate[], when another currency was paid
  primary key (account_id, booking_date, entry_reference)
);

-- What is announced but not booked: debits are within account_balance.reserved, credits within incoming.
create table pending_entry (
  account_id                         uuid not null references account,
  entry_date                         date not null,                   -- when it was announced
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  value_date                         date not null,                   -- when it is expected
  amount                             numeric not null check (amount <> 0),
  end_to_end_id                      text,
  mandate_id                         text,
  creditor_id                        text,
  creditor_name                      text,
  creditor_account                   jsonb,
  creditor_agent                     text,
  debtor_name                        text,
  debtor_account                     jsonb,
  debtor_agent                       text,
  remittance_unstructured            text,
  remittance_structured              text,
  purpose_code                       text,
  bank_transaction_code              text not null,
  proprietary_bank_transaction_code  text,
  additional_information             text,
  currency_exchange                  jsonb,
  primary key (account_id, entry_date, entry_reference)
);
