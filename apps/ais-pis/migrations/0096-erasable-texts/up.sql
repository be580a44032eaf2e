-- Names and free texts can be erased where the law asks for it; what is booked stays for good (docs/erasure.md, docs/decisions/0099).
-- checked: the triggers still refuse every change that the last release could try; they are replaced in a moment, and retried when a booking is open

-- Of a booked entry, only names, accounts of others and free texts may change, and only to null. Everything else is refused as before, to everybody.
create function entry_loses_only_texts() returns trigger language plpgsql as $$
declare
  erasable  constant text[] := array['end_to_end_id', 'creditor_name', 'creditor_account', 'creditor_agent', 'ultimate_creditor', 'debtor_name', 'debtor_account',
    'debtor_agent', 'ultimate_debtor', 'remittance_unstructured', 'remittance_structured', 'additional_information'];
  before    constant jsonb := to_jsonb(old);
  changed   constant jsonb := to_jsonb(new);
begin
  if changed - erasable is distinct from before - erasable
     or exists (select from unnest(erasable) name where changed ->> name is not null and changed -> name is distinct from before -> name) then
    raise exception 'what is booked is not changed: update of entry is refused' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create or replace trigger booked_for_good before delete or truncate on entry for each statement execute function booked_for_good();
create trigger entry_loses_only_texts before update on entry for each row execute function entry_loses_only_texts();

-- The service role has no right to update an entry. It may call these, which run as the owner and do one thing each.

-- Erases the texts of an account's entries from one to another, both included, in the order of the list. Returns how many had any.
create function erase_entry_texts(of_account uuid, from_date date, from_reference text, to_date date, to_reference text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update entry
    set end_to_end_id = null, creditor_name = null, creditor_account = null, creditor_agent = null, ultimate_creditor = null, debtor_name = null, debtor_account = null,
        debtor_agent = null, ultimate_debtor = null, remittance_unstructured = null, remittance_structured = null, additional_information = null
    where account_id = of_account and (booking_date, entry_reference) >= (from_date, from_reference) and (booking_date, entry_reference) <= (to_date, to_reference)
      and num_nonnulls(end_to_end_id, creditor_name, creditor_account, creditor_agent, ultimate_creditor, debtor_name, debtor_account, debtor_agent, ultimate_debtor,
        remittance_unstructured, remittance_structured, additional_information) > 0
    returning true
  )
  select count(*) from erased
$$;

-- The same, of one name alone: of somebody who owned the account together with others.
create function erase_entry_name(of_account uuid, from_date date, from_reference text, to_date date, to_reference text, name text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update entry
    set creditor_name = nullif(creditor_name, name), ultimate_creditor = nullif(ultimate_creditor, name), debtor_name = nullif(debtor_name, name), ultimate_debtor = nullif(ultimate_debtor, name)
    where account_id = of_account and (booking_date, entry_reference) >= (from_date, from_reference) and (booking_date, entry_reference) <= (to_date, to_reference)
      and name in (creditor_name, ultimate_creditor, debtor_name, ultimate_debtor)
    returning true
  )
  select count(*) from erased
$$;

-- The other entry of payments within the bank, which stands on somebody else's account: what names the account, and, where its owner paid, what they
-- wrote. Postings of other kinds have no such entry; one that the core fed holds entries of accounts that have nothing to do with each other.
create function erase_counterparty_texts(of_account uuid, postings uuid[]) returns table (account_id uuid, booking_date date, entry_reference text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with side as (
    select e.posting_id, sum(e.amount) < 0 as paid
    from entry e join posting p on p.posting_id = e.posting_id
    where e.posting_id = any(postings) and e.account_id = of_account and p.kind = 'PAYMENT'
    group by e.posting_id
  )
  update entry e
  set debtor_name             = case when not s.paid then e.debtor_name end,
      debtor_account          = case when not s.paid then e.debtor_account end,
      ultimate_debtor         = case when not s.paid then e.ultimate_debtor end,
      end_to_end_id           = case when not s.paid then e.end_to_end_id end,
      remittance_unstructured = case when not s.paid then e.remittance_unstructured end,
      remittance_structured   = case when not s.paid then e.remittance_structured end,
      creditor_name           = case when s.paid then e.creditor_name end,
      creditor_account        = case when s.paid then e.creditor_account end,
      ultimate_creditor       = case when s.paid then e.ultimate_creditor end
  from side s
  where e.posting_id = s.posting_id and e.posting_id = any(postings) and e.account_id <> of_account
    and (s.paid and num_nonnulls(e.debtor_name, e.debtor_account, e.ultimate_debtor, e.end_to_end_id, e.remittance_unstructured, e.remittance_structured) > 0
      or not s.paid and num_nonnulls(e.creditor_name, e.creditor_account, e.ultimate_creditor) > 0)
  returning e.account_id, e.booking_date, e.entry_reference
$$;

-- Records that the service role may add to and not change: each loses its texts, and nothing else of it.
create function erase_credit_transfers(transfers uuid[]) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update credit_transfer
    set message = jsonb_strip_nulls(jsonb_build_object('product', message -> 'product', 'amount', message -> 'amount', 'settlementDate', message -> 'settlementDate', 'erased', true))
    where transfer_id = any(transfers) and not message ? 'erased'
    returning true
  )
  select count(*) from erased
$$;

create function erase_adjustment_reasons(of_account uuid) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (update adjustment set reason = 'erased' where account_id = of_account and state <> 'PROPOSED' and reason <> 'erased' returning true)
  select count(*) from erased
$$;
create or replace trigger adjustment_by_two_operators
  before insert or update of adjustment_id, account_id, currency, amount, value_date, state, proposed_by, proposed_at, decided_by, decided_at, posting_id, booked_on on adjustment
  for each row execute function adjustment_by_two_operators();

create function erase_proposal_requests(subjects text[]) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (update operator_proposal set request = null where subject = any(subjects) and state <> 'PROPOSED' and request is not null returning true)
  select count(*) from erased
$$;
create or replace trigger operator_proposal_by_two_operators
  before insert or update of proposal_id, operation, subject, state, proposed_by, proposed_at, decided_by, decided_at on operator_proposal
  for each row execute function operator_proposal_by_two_operators();

-- Only who runs the service, beside the owner.
revoke execute on function erase_entry_texts, erase_entry_name, erase_counterparty_texts, erase_credit_transfers, erase_adjustment_reasons, erase_proposal_requests from public;
select pg_temp.for_service_roles('grant execute on function erase_entry_texts, erase_entry_name, erase_counterparty_texts, erase_credit_transfers, erase_adjustment_reasons, erase_proposal_requests to %I');

-- When the names and texts of a payment's order were erased. Null: they are there.
alter table payment add column erased_at timestamptz;

-- Accounts of customers who are erased. Entries booked before `ends_on` and orders of before it are theirs; those whose time is not over are kept until then.
create table erased_account (
  psu_id           uuid not null references psu,
  account_id       uuid not null references account,
  shared           boolean not null,                                  -- somebody else owns it too: it loses their name and nothing else
  ends_on          date not null,                                     -- the day after they were erased
  after_date       date not null default '-infinity',                 -- how far its entries are erased, in the order of the list
  after_reference  text not null default '',
  due_on           date,                                              -- when more of it can be erased; null: nothing is left
  primary key (psu_id, account_id)
);

-- History of accounts that is no longer kept (HISTORY_RETENTION_MONTHS): entries up to here, in the order of the list, have lost their names and texts.
create table erased_history (
  account_id       uuid primary key references account,
  after_date       date not null,
  after_reference  text not null
);
-- How far the accounts have been walked through, in the order of their ids. Locked by the process that erases, so that only one does.
create table erased_history_walk (
  only_row   boolean primary key default true check (only_row),
  before     date not null,                                           -- the day of this round
  walked_to  uuid                                                     -- null: the round is over
);
insert into erased_history_walk (before) values ('-infinity');
