/** Postings on the first two accounts of a loaded bank, as ais-pis writes them: a collection, and its refund, which reverses it. */
export const aCollectionAndItsRefund = /* sql */ `
  do $$
  declare
    collected uuid := gen_random_uuid();
    taken uuid;
    who record;
  begin
    select b.account_id, a.currency, greatest(b.last_booking_date, date '2026-11-21') as day into who
    from account_balance b join account a using (account_id) where b.booked - b.reserved > 100 order by 1 limit 1;
    for turn in 0..1 loop
      with posted as (
        insert into posting (kind, subject, reverses, legs, booking_date, value_date, posted_at)
        values ((array['COLLECTION', 'COLLECTION_REFUNDED'])[turn + 1], collected, taken, 2, who.day, who.day, now()) returning posting_id
      ), entered as (
        insert into entry (posting_id, account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
        select posting_id, b.account_id, who.day, nextval('entry_reference')::text, who.day, now(), 42 * (2 * turn - 1), b.booked + 42 * (2 * turn - 1), 'PMNT-RDDT-ESDD'
        from posted, account_balance b where b.account_id = who.account_id
      ), other as (
        insert into internal_leg select posting_id, 'COLLECTIONS', who.currency, 42 * (1 - 2 * turn) from posted
      ), moved as (
        update account_balance set booked = booked + 42 * (2 * turn - 1), booked_before = case when last_booking_date < who.day then booked else booked_before end, last_booking_date = who.day
        where account_id = who.account_id
      )
      select posting_id into taken from posted;
      if turn = 0 then
        insert into collection (collection_id, account_id, currency, amount, mandate_id, creditor_id, posting_id, booked_on, decided_at)
        values (collected, who.account_id, who.currency, 42, 'M-1', 'C-1', taken, who.day, now());
      else
        update collection set refund_posting_id = taken, refunded_on = who.day where collection_id = collected;
      end if;
    end loop;
  end $$`;
