-- Clients that asked for it are told that an account has new entries (docs/decisions/0088).
-- checked: where nobody has asked, a trigger looks into an empty table; where somebody has, it adds rows to a queue that nobody else locks; creating it waits for no reader and is retried when a booking is open

-- Consents whose clients asked to be told.
create table entry_subscription (
  consent_id  uuid primary key references consent
);

-- A queue without a unique key: two bookings never wait for each other. It is written in the transaction of the change.
create table entry_news_due (
  due_id      bigint generated always as identity primary key,
  consent_id  uuid not null,
  account_id  uuid not null
);
create index entry_news_due_by_account on entry_news_due (consent_id, account_id);

-- What was told last of an account. One at a time: the next one waits until this one is delivered or given up.
create table entry_news (
  consent_id       uuid not null,
  account_id       uuid not null,
  notification_id  uuid not null,
  told_at          timestamptz not null default clock_timestamp(),
  primary key (consent_id, account_id)
);

create function queue_entry_news(accounts uuid[]) returns void language plpgsql as $$
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
  where a.account_id = any(accounts) and case when c.everywhere is null
    then exists (select from consent_grant g where g.consent_id = c.consent_id and g.service = 'ais-pis' and g.resource_id = a.account_id and g.permissions @> array['transactions'])
    else 'transactions' = any(c.everywhere) and (c.restricted_to is null or a.cash_account_type = any(c.restricted_to))
      and (h.rule = 'any' or exists (select from consent_second_owner o where o.consent_id = c.consent_id and o.resource_id = a.account_id and o.approved_by is not null))
    end;
end
$$;

create function entries_are_news() returns trigger language plpgsql as $$
begin
  perform queue_entry_news(array(select distinct account_id from added));
  return null;
end
$$;
create function pending_entry_is_news() returns trigger language plpgsql as $$
begin
  perform queue_entry_news(array[coalesce(new.account_id, old.account_id)]);
  return null;
end
$$;
create trigger entries_are_news after insert on entry referencing new table as added for each statement execute function entries_are_news();
create trigger pending_entry_is_news after insert or update or delete on pending_entry for each row execute function pending_entry_is_news();
