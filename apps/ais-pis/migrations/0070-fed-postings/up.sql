-- Entries that the bank's core system sends (docs/feed.md). Each step of them is a posting against the internal account CORE, so that
-- double entry holds, and what belongs to no posting stays what a file brought.
-- Added to whatever kinds there are, and not looked for in the rows that are there: they had to be of the fewer kinds.
do $$
declare
  kinds text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint where conrelid = 'posting'::regclass and conname = 'posting_kind_check');
  accounts text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint where conrelid = 'internal_leg'::regclass and conname = 'internal_leg_internal_account_check');
begin
  execute format('alter table posting drop constraint posting_kind_check, add constraint posting_kind_check check (kind = any (array[%s, ''CORE''])) not valid', kinds);
  execute format('alter table internal_leg drop constraint internal_leg_internal_account_check, add constraint internal_leg_internal_account_check check (internal_account = any (array[%s, ''CORE''])) not valid', accounts);
end
$$;

-- The ids under which the core names its entries: one that comes again under another position is refused.
create table fed_entry (
  account_id      uuid not null,
  transaction_id  text not null,
  primary key (account_id, transaction_id)
);

-- A bank's core may take an account beyond its credit line, for a fee or a card. Nothing else here may.
alter table account_balance add column beyond_line boolean not null default false;
-- checked: the new constraint admits all that the old one does; not valid: every row there was held to the old one
alter table account_balance
  drop constraint account_balance_check,
  add constraint account_balance_check check (booked - reserved >= -overdraft or beyond_line) not valid;
