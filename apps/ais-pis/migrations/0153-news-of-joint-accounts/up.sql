-- checked: replaces the function that queues news of entries by one that queues fewer; the release before calls it in the same way
-- An account that two owners share is news only under a consent that its two present owners have approved, as it is read only then.
create or replace function queue_entry_news(accounts uuid[]) returns void language plpgsql as $$
begin
  if not exists (select from entry_subscription) then
    return;
  end if;
  insert into entry_news_due (consent_id, account_id)
  select c.consent_id, a.account_id
  from account a
  join holder h on h.resource_id = a.account_id
  join consent c on c.psu_id = h.psu_id and c.status = 'valid' and not c.lists_only
  join entry_subscription s on s.consent_id = c.consent_id
  where a.account_id = any(accounts)
    and (h.rule = 'any' or exists (
      select from consent_second_owner o join holder s on s.resource_id = o.resource_id and s.psu_id = o.approved_by
      where o.consent_id = c.consent_id and o.resource_id = a.account_id and s.psu_id <> h.psu_id
    ))
    and case when c.everywhere is null
    then exists (select from consent_grant g where g.consent_id = c.consent_id and g.service = 'ais-pis' and g.resource_id = a.account_id and g.permissions @> array['transactions'])
    else 'transactions' = any(c.everywhere) and (c.restricted_to is null or a.cash_account_type = any(c.restricted_to))
    end;
end
$$;
