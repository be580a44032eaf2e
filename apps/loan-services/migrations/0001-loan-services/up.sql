-- Loans by branch and account: tracks, collaterals, guarantors, schedules, arrears, and what eligibility is decided by.

-- Whose a branch account or a loan is. 'both': two of its holders must approve what is done with it.
create table holder (
  psu_id       uuid not null,
  resource_id  uuid not null,                                         -- branch_account.account_id or loan.loan_id
  rule         text not null check (rule in ('any', 'both')),
  primary key (psu_id, resource_id)
);
create index holder_by_resource on holder (resource_id);

-- account_id is the resourceId of the current account in ais-pis. Numbers are kept without leading zeros.
create table branch_account (
  account_id             uuid primary key,
  branch_number          text not null check (branch_number ~ '^[0-9]{1,4}$'),
  account_number         text not null check (account_number ~ '^[0-9]{1,10}$'),
  iban                   text not null,
  currency               text not null,
  owner_name             text not null,
  usage                  text not null check (usage in ('PRIV', 'ORGA')),
  monthly_net_income     numeric not null check (monthly_net_income >= 0),  -- average of the last twelve months
  other_debt_service     numeric not null default 0 check (other_debt_service >= 0),  -- a month, to other lenders, as the credit register says
  customer_since         date not null,
  unique (branch_number, account_number)
);

-- loan_id is the resourceId of the loan account in savings-loans: both are loaded from the same contract.
create table loan (
  loan_id               uuid primary key,
  account_id            uuid not null references branch_account,
  product               text not null,
  currency              text not null,
  original_amount       numeric not null check (original_amount > 0),
  interest_type         text not null check (interest_type in ('fixed', 'variable', 'indexed', 'mixed')),
  annual_interest_rate  numeric not null,                             -- per cent, weighted over the tracks
  start_date            date not null,
  end_date              date not null,
  status                text not null check (status in ('active', 'inArrears', 'frozen', 'closed')),
  early_repayment_from  date not null,
  early_repayment_fee   numeric not null default 0                    -- per cent of what is repaid
);
create index loan_by_account on loan (account_id, loan_id);

-- As of one day. outstanding_principal contains the indexation and what is overdue of the principal.
create table loan_balance (
  loan_id                uuid primary key references loan,
  as_of                  date not null,
  outstanding_principal  numeric not null check (outstanding_principal >= 0),
  indexation             numeric not null default 0,                  -- part of the outstanding principal that came from the index
  accrued_interest       numeric not null default 0,                  -- since the last due date, not yet charged
  arrears                numeric not null default 0 check (arrears >= 0),  -- overdue instalments, late interest and fees
  arrears_interest       numeric not null default 0,                  -- part of arrears that is not principal
  oldest_unpaid_date     date,
  next_payment_date      date,
  next_payment_amount    numeric,
  changed_at             timestamptz not null,
  check (arrears_interest <= arrears),
  check ((arrears > 0) = (oldest_unpaid_date is not null)),
  check ((next_payment_date is null) = (next_payment_amount is null))
);

create table track (
  loan_id                uuid not null references loan,
  number                 integer not null check (number > 0),
  name                   text not null,
  original_amount        numeric not null,
  outstanding_principal  numeric not null,
  interest_type          text not null check (interest_type in ('fixed', 'variable', 'indexed')),
  annual_interest_rate   numeric not null,                            -- per cent
  index_name             text,
  index_margin           numeric,                                     -- per cent over the index
  index_base_value       numeric,                                     -- the index at the start
  repayment_method       text not null check (repayment_method in ('annuity', 'equalPrincipal', 'interestOnly', 'balloon')),
  term_in_months         integer not null check (term_in_months > 0),
  start_date             date not null,
  end_date               date not null,
  next_rate_change_date  date,
  primary key (loan_id, number)
);

create table collateral (
  loan_id         uuid not null references loan,
  number          integer not null check (number > 0),
  kind            text not null check (kind in ('property', 'vehicle', 'deposit', 'securities')),
  description     text not null,
  value           numeric not null,
  currency        text not null,
  valuation_date  date not null,
  primary key (loan_id, number)
);

create table guarantor (
  loan_id       uuid not null references loan,
  number        integer not null check (number > 0),
  name          text not null,                                        -- only their count is served
  amount        numeric not null,
  primary key (loan_id, number)
);

-- The schedule, past and to come, the same as in savings-loans. paid_on is null while an instalment is unpaid.
create table instalment (
  loan_id          uuid not null references loan,
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
  primary key (loan_id, number),
  check (instalment = interest + principal + fees),
  check (closing_balance = opening_balance + indexation - principal)
);
create index instalment_by_due_date on instalment (loan_id, due_date);

-- Newest first by account: (transaction_date, transaction_reference) descending.
create table arrears_transaction (
  account_id             uuid not null references branch_account,
  transaction_date       date not null,
  transaction_reference  text not null check (transaction_reference ~ '^[0-9]{16}$'),  -- served as transactionId
  loan_id                uuid not null references loan,
  due_date               date not null,                               -- of the instalment it belongs to
  type                   text not null check (type in ('instalmentDue', 'lateInterest', 'fee', 'payment', 'writeOff')),
  amount                 numeric not null check (amount <> 0),        -- positive raises the arrears
  arrears_after          numeric not null check (arrears_after >= 0),  -- of this loan
  days_past_due          integer not null check (days_past_due >= 0),
  primary key (account_id, transaction_date, transaction_reference)
);
create index arrears_transaction_by_loan on arrears_transaction (loan_id);

-- What the bank lends: loanEligibility offers are made from these rows.
create table loan_product (
  product               text primary key,
  name                  text not null,
  currency              text not null,
  usage                 text not null check (usage in ('PRIV', 'ORGA')),
  minimum_amount        numeric not null check (minimum_amount > 0),
  maximum_amount        numeric not null,
  minimum_term          integer not null check (minimum_term > 0),    -- months
  maximum_term          integer not null,
  annual_interest_rate  numeric not null,                             -- per cent
  upfront_fee           numeric not null default 0,                   -- per cent of the amount
  amount_step           numeric not null default 1000,                -- offers are rounded down to a multiple of this
  valid_days            integer not null default 14,
  check (maximum_amount >= minimum_amount and maximum_term >= minimum_term)
);

-- The limits of the eligibility rule: one row per usage, so that no number of it stands in code.
create table eligibility_rule (
  usage                       text primary key check (usage in ('PRIV', 'ORGA')),
  highest_debt_service_ratio  numeric not null,                       -- per cent of the monthly net income, old and new loans together
  lowest_monthly_income       numeric not null,
  highest_days_past_due       integer not null,                       -- more than this now: not eligible
  shortest_relationship       integer not null                        -- months as a customer
);
