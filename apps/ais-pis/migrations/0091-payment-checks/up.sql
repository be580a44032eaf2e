-- Checks before a payment is executed (docs/decisions/0092): what the bank's own check was asked and has answered, and the rules that are built in.

create table payment_check (
  check_id            uuid primary key,
  payment_id          uuid not null references payment,
  facts_hash          text not null,                                  -- SHA-256 of the facts: an answer is about these, and no others
  state               text not null check (state in ('ASKED', 'ALLOWED', 'REFUSED', 'HELD', 'VOID')),  -- VOID: the payment has changed since
  decided_by          text check (decided_by in ('port', 'time-out', 'operator')),
  reason              text check (reason ~ '^[A-Z0-9]{4}$'),          -- ISO 20022 ExternalStatusReason1Code, of a refusal
  note                text,                                           -- what the port says to operators
  asked_at            timestamptz not null,
  due_by              timestamptz,                                    -- when it ends without an answer; null: nothing ends it
  decided_at          timestamptz,
  held_at             timestamptz,                                    -- since when a person is awaited
  answer              text check (answer in ('allow', 'refuse', 'hold')),  -- the port's own, also where it came too late
  answer_reason       text,
  contradicted_by     text,                                           -- the first answer of the port that says otherwise
  contradicted_at     timestamptz,
  check ((state = 'REFUSED') = (reason is not null)),
  check ((state in ('ASKED', 'VOID')) = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((state = 'HELD') = (held_at is not null)),
  check ((contradicted_by is null) = (contradicted_at is null))
);
create unique index payment_check_current on payment_check (payment_id) where state <> 'VOID';
create index payment_check_held on payment_check (held_at, check_id) where held_at is not null;
create index payment_check_due on payment_check (due_by) where due_by is not null;

-- What a customer may pay at most, as the bank has set it.
create table payment_cap (
  psu_id       uuid references psu,                                   -- null: every customer without a row of their own
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  per_payment  numeric check (per_payment > 0),                       -- both null: no cap for this customer
  per_day      numeric check (per_day > 0),
  set_by       text not null references operator,
  set_at       timestamptz not null,
  holder       uuid not null generated always as (coalesce(psu_id, '00000000-0000-0000-0000-000000000000')) stored,
  primary key (holder, currency)
);

-- What customers have said that they pay at most by instant payments. Each setting stays: it is that of the payments approved under it.
create table instant_limit (
  psu_id       uuid not null references psu,
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  set_at       timestamptz not null,
  per_payment  numeric check (per_payment >= 0),                      -- both null: no limit
  per_day      numeric check (per_day >= 0),
  primary key (psu_id, currency, set_at)
);

-- Creditors that nobody may pay.
create table blocked_creditor (
  entry_id      uuid primary key,
  account       text,                                                 -- IBAN or another number
  name_pattern  text,                                                 -- in capital letters without accents; * stands for any letters
  is_pattern    boolean not null,                                     -- whether there is a * in it
  shown         text not null,                                        -- as it was given
  reason        text not null check (reason ~ '^[A-Z0-9]{4}$'),
  note          text,
  added_by      text not null references operator,
  added_at      timestamptz not null,
  removed_by    text references operator,
  removed_at    timestamptz check ((removed_at is null) = (removed_by is null)),
  check ((account is null) <> (name_pattern is null)),
  check (not is_pattern or name_pattern is not null)
);
create unique index blocked_creditor_account on blocked_creditor (account) where removed_at is null and account is not null;
create unique index blocked_creditor_name on blocked_creditor (name_pattern) where removed_at is null and name_pattern is not null;
create index blocked_creditor_patterns on blocked_creditor (entry_id) where removed_at is null and is_pattern;
create index blocked_creditor_by_time on blocked_creditor (added_at, entry_id) where removed_at is null;

select pg_temp.for_service_roles('revoke delete, truncate on blocked_creditor from %I');
select pg_temp.for_service_roles('revoke update, delete, truncate on instant_limit from %I');
