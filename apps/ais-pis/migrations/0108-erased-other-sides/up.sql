-- checked: a new function, which nothing of the last release calls
-- The other side of a transfer within the bank that a core has booked, or a load has brought: nothing but the numbers connects the two entries.

-- Entries of other accounts of this bank that name this one, of which its entries from one to another name the account, within a week of each other:
-- they lose what names it, and, where its owner paid, what they wrote. To be called before the account's own entries lose these numbers.
create function erase_other_sides(of_account uuid, from_date date, from_reference text, to_date date, to_reference text)
returns table (account_id uuid, booking_date date, entry_reference text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with side as (
    select distinct x.account_id as other, e.booking_date, e.amount < 0 as paid, o.iban
    from account o
    join entry e on e.account_id = o.account_id
    join account x on x.account_id <> o.account_id and x.iban = case when e.amount < 0 then e.creditor_account else e.debtor_account end ->> 'iban'
    where o.account_id = of_account and (e.booking_date, e.entry_reference) >= (from_date, from_reference) and (e.booking_date, e.entry_reference) <= (to_date, to_reference)
  )
  update entry e
  set debtor_name             = case when not s.paid then e.debtor_name end,
      debtor_account          = case when not s.paid then e.debtor_account end,
      debtor_agent            = case when not s.paid then e.debtor_agent end,
      ultimate_debtor         = case when not s.paid then e.ultimate_debtor end,
      end_to_end_id           = case when not s.paid then e.end_to_end_id end,
      remittance_unstructured = case when not s.paid then e.remittance_unstructured end,
      remittance_structured   = case when not s.paid then e.remittance_structured end,
      creditor_name           = case when s.paid then e.creditor_name end,
      creditor_account        = case when s.paid then e.creditor_account end,
      creditor_agent          = case when s.paid then e.creditor_agent end,
      ultimate_creditor       = case when s.paid then e.ultimate_creditor end
  from side s
  where e.account_id = s.other and e.booking_date between s.booking_date - 7 and s.booking_date + 7 and (e.amount > 0) = s.paid
    and case when s.paid then e.debtor_account else e.creditor_account end ->> 'iban' = s.iban
  returning e.account_id, e.booking_date, e.entry_reference
$$;
revoke execute on function erase_other_sides from public;
select pg_temp.for_service_roles('grant execute on function erase_other_sides to %I');
