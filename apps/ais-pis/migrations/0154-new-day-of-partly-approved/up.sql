-- A payment that waits for its second owner is announced as the others are when its day moves, and moves back as they do.
--
-- The last release runs on this schema as before: it takes the announcement of such a payment and notifies nobody of it. The trigger keeps
-- its approvals right too: the second one sets the day anew, so what had moved before it is forgotten.
-- checked: the trigger only runs for payments whose last approval is given; the function keeps its parameters

create or replace function postpone_payments(ids uuid[], days date[]) returns void language plpgsql as $$
begin
  with asked as (
    select p.payment_id, p.execution_date as old_day, a.new_day
    from unnest(ids, days) as a (payment_id, new_day) join payment p using (payment_id)
  ), postponed as (
    update payment p set execution_date = asked.new_day from asked where p.payment_id = asked.payment_id
  ), announced as (
    update pending_entry e set value_date = asked.new_day from asked where e.subject = asked.payment_id
  ), noted as (
    insert into moved_payment (payment_id, first_day) select payment_id, old_day from asked on conflict (payment_id) do nothing
  )
  insert into payment_move_due (payment_id) select payment_id from asked;
end
$$;

create function forget_first_day() returns trigger language plpgsql as $$
begin
  delete from moved_payment where payment_id = new.payment_id;
  return null;
end
$$;
create trigger first_day_of_last_approval after update of transaction_status on payment
  for each row when (old.transaction_status = 'PATC' and new.transaction_status = 'ACTC') execute function forget_first_day();
