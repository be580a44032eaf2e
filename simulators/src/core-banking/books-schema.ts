/** The tables of the reference core. A change for the bank's services is written in the transaction that books it, and followed from there. */
export const booksSchema = /* sql */ `
create schema if not exists bookkeeping;
set local search_path = bookkeeping;
create table if not exists account (
  account_id  text primary key,                  -- of a customer, or the name of an account of the bank's own
  iban        text unique,
  currency    text not null,
  status      text not null default 'enabled',
  overdraft   numeric not null default 0,
  booked      numeric not null default 0,
  announced_debits   numeric not null default 0, -- of other channels, as they were when the account was taken over
  announced_credits  numeric not null default 0
);
create table if not exists instruction (
  instruction_id  uuid primary key,
  kind            text not null,
  subject         uuid not null,
  instructed_on   date not null,
  body            jsonb not null,
  state           text not null default 'pending' check (state in ('pending', 'accepted', 'rejected', 'returned')),
  reason          text,
  received_at     timestamptz not null default now(),
  decide_after    timestamptz not null default now(),
  tell_after      timestamptz,                   -- the bank is told the answer without having asked
  return_after    timestamptz                    -- the creditor's bank sends the money back
);
create index if not exists instruction_to_decide on instruction (decide_after) where state = 'pending';
create index if not exists instruction_to_tell on instruction (tell_after) where tell_after is not null;
create index if not exists instruction_to_return on instruction (return_after) where return_after is not null;
create index if not exists instruction_by_day on instruction (instructed_on);
create table if not exists hold (
  subject     uuid primary key,
  account_id  text not null references account,
  amount      numeric not null check (amount > 0),
  ended       boolean not null default false
);
create index if not exists hold_of_account on hold (account_id) where not ended;
create table if not exists transaction (
  transaction_no  bigint generated always as identity primary key,
  instruction_id  uuid references instruction,
  what            text not null,
  booked_on       date not null,
  unique (instruction_id, what)
);
create table if not exists entry (
  transaction_no  bigint not null references transaction,
  account_id      text not null references account,
  transaction_id  text not null,
  amount          numeric not null,
  unique (account_id, transaction_id)
);
create index if not exists entry_of_transaction on entry (transaction_no);
create table if not exists bank_change (
  change_id  bigint generated always as identity primary key,
  service    text not null,
  change     jsonb not null
);
do $$ begin
  if not exists (select from pg_publication where pubname = 'openbank') then
    create publication openbank for table bank_change with (publish = 'insert');
  end if;
end $$;`;

/** No row: the books sum to zero in each currency and each transaction, and each balance is the sum of its entries. */
export const booksFaults = /* sql */ `
  select 'transaction ' || e.transaction_no as what from bookkeeping.entry e join bookkeeping.account a using (account_id)
  group by e.transaction_no, a.currency having sum(e.amount) <> 0
  union all
  select 'account ' || a.account_id from bookkeeping.account a
  left join (select account_id, sum(amount) as booked from bookkeeping.entry group by 1) e using (account_id)
  where a.booked <> coalesce(e.booked, 0)
  union all
  select 'instruction ' || i.instruction_id from bookkeeping.instruction i
  where i.kind in ('payment', 'collection', 'refund')
    and (i.state in ('accepted', 'returned')) <> exists (select from bookkeeping.transaction t where t.instruction_id = i.instruction_id and t.what = i.kind)`;
