-- Savings accounts and loan accounts with their contracts, interest terms, balances, entries and, for loans, instalments.

-- Whose a savings or loan account is. 'both': two of its holders must approve what is done with it.
create table holder (
  psu_id       uuid not null,
  resource_id  uuid not null,                                         -- savings_account.account_id or loan_account.account_id
  rule         text not null check (rule in ('any', 'both')),
  primary key (psu_id, resource_id)
);
create index holder_by_resource on holder (resource_id);

create table savings_account (
  account_id                   uuid primary key,
  iban                         text unique,
  bban                         text unique,
  currency                     text not null check (currency ~ '^[A-Z]{3}$'),
  owner_name                   text not null,
  name                         text not null,
  display_name                 text,
  product                      text not null,
  cash_account_type            text not null default 'SVGS',
  status                       text not null default 'enabled' check (status in ('enabled', 'blocked', 'deleted')),
  usage                        text not null check (usage in ('PRIV', 'ORGA')),
  details                      text,
  linked_accounts              text,                                  -- IBAN of the current account that pays in
  interest                     jsonb not null,                        -- interest[] of the openFinance data dictionary
  contract_start_date          date not null,
  contract_end_date            date,
  contract_availability_date   date,                                  -- next day money can be taken without loss of interest
  booked                       numeric not null,                      -- the sum of all entries
  incoming                     numeric not null default 0,            -- the sum of pending entries
  last_booking_date            date not null,
  changed_at                   timestamptz not null,
  check (iban is not null or bban is not null)
);

create table savings_entry (
  account_id                         uuid not null references savings_account,
  booking_date                       date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  value_date                         date not null,
  amount                             numeric not null check (amount <> 0),
  balance_after                      numeric not null,
  creditor_name                      text,
  creditor_account                   jsonb,
  debtor_name                        text,
  debtor_account                     jsonb,
  remittance_unstructured            text,
  bank_transaction_code              text not null,
  proprietary_bank_transaction_code  text not null check (proprietary_bank_transaction_code in
                                       ('OPENING', 'DEPOSIT', 'WITHDRAWAL', 'INTEREST', 'TAX', 'FEE')),
  additional_information             text,
  primary key (account_id, booking_date, entry_reference)
);

create table savings_pending_entry (
  account_id                         uuid not null references savings_account,
  entry_date                         date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  value_date                         date not null,
  amount                             numeric not null check (amount <> 0),
  creditor_name                      text,
  creditor_account                   jsonb,
  debtor_name                        text,
  debtor_account                     jsonb,
  remittance_unstructured            text,
  bank_transaction_code              text not null,
  proprietary_bank_transaction_code  text not null,
  additional_information             text,
  primary key (account_id, entry_date, entry_reference)
);

-- account_id is the loanAccountId of loan services: both are loaded from the same contract.
create table loan_account (
  account_id                   uuid primary key,
  iban                         text unique,
  bban                         text unique,
  currency                     text not null check (currency ~ '^[A-Z]{3}$'),
  owner_name                   text not null,
  name                         text not null,
  display_name                 text,
  product                      text not null,
  cash_account_type            text not null default 'LOAN',
  status                       text not null default 'enabled' check (status in ('enabled', 'blocked', 'deleted')),
  usage                        text not null check (usage in ('PRIV', 'ORGA')),
  details                      text,
  linked_accounts              text,                                  -- IBAN of the current account that pays the instalments
  interest                     jsonb not null,
  contract_start_date          date not null,
  contract_end_date            date not null,
  contract_availability_date   date,                                  -- next day it can be repaid in full without a fee
  collaterals_involved         boolean not null,
  guarantee_involved           boolean not null,
  original_amount              numeric not null check (original_amount > 0),
  booked                       numeric not null check (booked <= 0),  -- the sum of all entries; owed is negative
  incoming                     numeric not null default 0,            -- the sum of pending entries
  last_booking_date            date not null,
  changed_at                   timestamptz not null,
  check (iban is not null or bban is not null)
);

create table loan_entry (
  account_id                         uuid not null references loan_account,
  booking_date                       date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  value_date                         date not null,
  amount                             numeric not null check (amount <> 0),
  balance_after                      numeric not null,
  creditor_name                      text,
  creditor_account                   jsonb,
  debtor_name                        text,
  debtor_account                     jsonb,
  remittance_unstructured            text,
  bank_transaction_code              text not null,
  proprietary_bank_transaction_code  text not null check (proprietary_bank_transaction_code in
                                       ('DRAWDOWN', 'PRINCIPAL', 'INTEREST_CHARGED', 'INTEREST_PAID', 'INDEXATION',
                                        'FEE_CHARGED', 'FEE_PAID', 'LATE_INTEREST', 'EARLY_REPAYMENT', 'WRITE_OFF')),
  additional_information             text,
  primary key (account_id, booking_date, entry_reference)
);

create table loan_pending_entry (
  account_id                         uuid not null references loan_account,
  entry_date                         date not null,
  entry_reference                    text not null check (entry_reference ~ '^[0-9]{16}$'),
  value_date                         date not null,
  amount                             numeric not null check (amount <> 0),
  creditor_name                      text,
  creditor_account                   jsonb,
  debtor_name                        text,
  debtor_account                     jsonb,
  remittance_unstructured            text,
  bank_transaction_code              text not null,
  proprietary_bank_transaction_code  text not null,
  additional_information             text,
  primary key (account_id, entry_date, entry_reference)
);

-- The schedule of a loan, past and to come. paid_on is null while an instalment is unpaid.
create table loan_instalment (
  account_id       uuid not null references loan_account,
  number           integer not null check (number > 0),
  due_date         date not null,
  opening_balance  numeric not null,
  indexation       numeric not null default 0,
  interest         numeric not null,
  principal        numeric not null,
  fees             numeric not null default 0,
  instalment       numeric not null,
  closing_balance  numeric not null,
  paid_on          date,
  primary key (account_id, number),
  check (instalment = interest + principal + fees),
  check (closing_balance = opening_balance + indexation - principal)
);
