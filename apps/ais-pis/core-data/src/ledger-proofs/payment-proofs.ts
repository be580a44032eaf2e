import type { Proof } from '@open-banking/feed';

const service = 'ais-pis';

/** Each payment, with two facts from its status history: whether it was debited, and whether the debit was reversed. The core's have no posting here. */
const payments = /* sql */ `
  select p.*, not coalesce(i.by_core, false) and (p.transaction_status in ('ACSP', 'ACSC', 'ACCC') or coalesce(c.booked, false)) as debited,
         not coalesce(i.by_core, false) and coalesce(c.booked, false) and p.transaction_status = 'RJCT' as undone
  from payment p
  left join clearing_instruction i using (payment_id)
  left join (select payment_id, bool_or(to_status = 'ACSP') as booked from payment_status_change group by 1) c using (payment_id)`;

/** The amounts each payment posting moved, on customers' accounts and on the bank's internal accounts. */
const moved = /* sql */ `
  select p.subject as payment_id, p.kind, p.reverses, p.posting_id,
         (select jsonb_object_agg(account_id, amount) from (select account_id, sum(amount) as amount from entry where posting_id = p.posting_id group by 1) e) as entries,
         coalesce((select sum(amount) from internal_leg where posting_id = p.posting_id and internal_account = 'CLEARING'), 0) as clearing,
         coalesce((select sum(amount) from internal_leg where posting_id = p.posting_id and internal_account = 'FEES'), 0) as fees
  from posting p
  where p.kind like 'PAYMENT%'`;

export const paymentProofs: readonly Proof[] = [
  {
    service,
    name: "a payment's status follows from its recorded status changes",
    query: /* sql */ `
    select 'payment ' || p.payment_id as what, p.changes = coalesce(c.count, 0) and p.transaction_status = coalesce(c.last, 'RCVD') and coalesce(c.chained, true) as ok
    from payment p
    left join (
      select payment_id, count(*) as count, (array_agg(to_status order by change_number desc))[1] as last, bool_and(from_status = coalesce(before, 'RCVD') and change_number = place) as chained
      from (select s.*, lag(to_status) over life as before, row_number() over life as place from payment_status_change s window life as (partition by payment_id order by change_number)) steps
      group by 1) c using (payment_id)`,
  },
  {
    service,
    name: 'an executed payment is debited once, with its fee, and no other payment is debited',
    query: /* sql */ `
    select 'payment ' || coalesce(p.payment_id, m.payment_id) as what,
           case when p.debited then (m.entries ->> p.debtor_account_id::text)::numeric = -(p.amount + p.fee) and m.fees = p.fee and m.clearing in (0, p.amount) and (m.clearing = 0) = (p.transaction_status = 'ACCC')
                else p.payment_id is not null and m.posting_id is null end as ok
    from (${payments}) p
    full join (${moved} and p.kind = 'PAYMENT') m using (payment_id)`,
  },
  {
    service,
    name: 'a payment that clearing rejected is reversed, and no other payment is',
    query: /* sql */ `
    select 'payment ' || coalesce(p.payment_id, m.payment_id) as what, m.posting_id is not null and m.reverses is not null and p.undone as ok
    from (select * from (${payments}) p where undone) p
    full join (${moved} and p.kind = 'PAYMENT_REJECTED') m using (payment_id)`,
  },
  {
    service,
    name: 'every payment waiting for its execution day has its full amount reserved, and no other payment has',
    query: /* sql */ `
    select 'payment ' || coalesce(p.payment_id, e.subject) as what, e.account_id = p.debtor_account_id and e.amount = -(p.amount + p.fee) as ok
    from (select * from payment p where transaction_status = 'ACFC' and not exists (select from pending_entry e where e.subject = p.payment_id and e.transaction_id is not null)) p
    full join (select * from pending_entry where subject is not null and transaction_id is null) e on e.subject = p.payment_id`,
  },
  {
    service,
    name: "every payment that left the bank has a clearing instruction, whose state agrees with the payment's",
    query: /* sql */ `
    select 'payment ' || coalesce(i.payment_id, m.payment_id) as what,
           i.amount = m.clearing and i.currency = p.currency
           and p.transaction_status = case i.state when 'INSTRUCTED' then 'ACSP' when 'REJECTED' then 'RJCT' else 'ACSC' end
           and (select coalesce(sum(r.clearing), 0) from (${moved} and p.kind = 'PAYMENT_RETURNED') r where r.payment_id = p.payment_id)
               = case i.state when 'RETURNED' then -i.amount else 0 end as ok
    from (select * from clearing_instruction where not by_core) i
    full join (select * from (${moved} and p.kind = 'PAYMENT') m where clearing <> 0) m using (payment_id)
    left join payment p using (payment_id)`,
  },
  {
    service,
    name: 'what is reserved for a payment or collection that the core books is its full amount, until the core has answered that it refuses',
    query: /* sql */ `
    select 'subject ' || e.subject as what,
           coalesce(
             e.account_id = p.debtor_account_id and e.amount = -(p.amount + p.fee) and p.transaction_status in ('ACFC', 'ACSP', 'ACSC'),
             e.account_id = c.account_id and e.amount = -c.amount and c.state <> 'REJECTED',
             false
           ) as ok
    from (select * from pending_entry where subject is not null and transaction_id is not null) e
    left join payment p on p.payment_id = e.subject
    left join booking_instruction c on c.subject = e.subject and c.kind = 'collection'`,
  },
  {
    service,
    name: "every payment that the core was instructed to book has the state of the core's answer",
    query: /* sql */ `
    select 'payment ' || i.payment_id as what,
           i.amount = p.amount and i.currency = p.currency and not exists (select from posting where subject = i.payment_id and kind like 'PAYMENT%')
           and p.transaction_status = case i.state when 'INSTRUCTED' then 'ACSP' when 'REJECTED' then 'RJCT' else 'ACSC' end as ok
    from clearing_instruction i
    left join payment p using (payment_id)
    where i.by_core`,
  },
  {
    service,
    name: 'what the core was instructed to book is reserved until its entry comes, once and with its amount, and neither where it refuses',
    query: /* sql */ `
    select 'instruction ' || i.instruction_id as what, (r.subject is not null)::integer + coalesce(b.times, 0) = case i.state when 'REJECTED' then 0 else 1 end as ok
    from (
      select instruction_id, state, p.amount, p.debtor_account_id as account_id, p.payment_id as subject
      from clearing_instruction join payment p using (payment_id) where by_core
      union all
      select instruction_id, state, amount, account_id, subject from booking_instruction where kind = 'collection'
    ) i
    left join pending_entry r on r.subject = i.subject
    left join (
      select account_id, transaction_id, amount, count(*) as times from entry join fed_entry using (account_id, transaction_id) group by 1, 2, 3
    ) b on b.account_id = i.account_id and b.transaction_id = replace(i.subject::text, '-', '') and b.amount = -i.amount`,
  },
  {
    service,
    name: 'the core is asked about every instruction that it has not answered, and about no other',
    query: /* sql */ `
    select 'instruction ' || coalesce(i.instruction_id, d.instruction_id) as what, i.instruction_id is not null and d.instruction_id is not null as ok
    from (
      select instruction_id from clearing_instruction where by_core and state = 'INSTRUCTED'
      union all
      select instruction_id from booking_instruction where state = 'INSTRUCTED'
    ) i
    full join instruction_delivery d using (instruction_id)`,
  },
];
