/**
 * SQL: joins loan `l` with its balance on a day as `b`. The core system delivers the balance at its last closing (`loan_balance`, here
 * `k`). An unpaid instalment that fell due since then and before the day is overdue (`f`). Interest accrues to the end of the previous day.
 * The next payment is the first that is not overdue (`n`).
 */
export const balanceOn = (day: string): string => /* sql */ `
  join loan_balance k on k.loan_id = l.loan_id
  cross join lateral (
    select coalesce(sum(i.instalment), 0) as instalments, coalesce(sum(i.interest + i.fees), 0) as charges,
      coalesce(sum(i.indexation), 0) as indexation, min(i.due_date) as oldest, max(i.due_date) as latest
    from instalment i
    where i.loan_id = l.loan_id and i.paid_on is null and i.due_date > k.as_of and i.due_date < ${day}::date and l.status <> 'closed'
  ) f
  left join lateral (
    select i.due_date, i.instalment
    from instalment i
    where i.loan_id = l.loan_id and i.paid_on is null and i.due_date >= ${day}::date
    order by i.due_date limit 1
  ) n on k.next_payment_date < ${day}::date
  cross join lateral (
    select greatest(k.as_of, ${day}::date) as as_of,
      k.outstanding_principal + f.indexation as outstanding_principal, k.indexation + f.indexation as indexation,
      k.arrears + f.instalments as arrears, k.arrears_interest + f.charges as arrears_interest, coalesce(k.oldest_unpaid_date, f.oldest) as oldest_unpaid_date,
      case when k.next_payment_date < ${day}::date then n.due_date else k.next_payment_date end as next_payment_date,
      case when k.next_payment_date < ${day}::date then n.instalment else k.next_payment_amount end as next_payment_amount,
      case when f.latest is null then k.accrued_interest else 0 end
        + case when l.status = 'closed' then 0
          else (k.outstanding_principal + f.indexation) * l.annual_interest_rate * greatest(${day}::date - 1 - coalesce(f.latest, k.as_of), 0) / 36500 end as accrued_interest,
      case when l.status = 'active' and k.arrears + f.instalments > 0 then 'inArrears' else l.status end as status
  ) b`;
