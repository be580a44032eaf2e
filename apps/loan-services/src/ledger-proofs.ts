import { chained, owned, type Proof } from '@open-banking/feed';

const service = 'loan-services';

export const loanServiceProofs: readonly Proof[] = [
  {
    service,
    name: 'the schedule repays the loan to the last',
    reportedAt: { lines: ['instalment'], field: 'openingBalance' },
    query: chained('instalment', 'loan_id', 'loan'),
  },
  {
    service,
    name: 'the tracks are the loan',
    reportedAt: { lines: ['loan', 'track'], field: 'originalAmount' },
    query: /* sql */ `
    select 'loan ' || l.loan_id as what, l.original_amount = t.original and b.outstanding_principal = t.outstanding as ok
    from loan l
    left join loan_balance b using (loan_id)
    left join (select loan_id, sum(original_amount) as original, sum(outstanding_principal) as outstanding from track group by 1) t using (loan_id)`,
  },
  {
    service,
    name: 'what is outstanding is the schedule less what was paid',
    reportedAt: { lines: ['loanBalance', 'loan'], field: 'outstandingPrincipal' },
    query: /* sql */ `
    select 'loan ' || l.loan_id as what,
           b.outstanding_principal = l.original_amount + i.indexation - i.paid and b.indexation = i.indexation
           and b.oldest_unpaid_date is not distinct from i.oldest_unpaid
           and (l.status = 'closed') = (b.outstanding_principal = 0) and (l.status = 'inArrears') = (b.arrears > 0) as ok
    from loan l
    left join loan_balance b using (loan_id)
    left join lateral (
      select coalesce(sum(indexation) filter (where due_date <= b.as_of), 0) as indexation,
             coalesce(sum(principal) filter (where paid_on is not null), 0) as paid,
             min(due_date) filter (where paid_on is null and due_date <= b.as_of) as oldest_unpaid
      from instalment where loan_id = l.loan_id) i on true`,
  },
  {
    service,
    name: 'the next payment is the next instalment',
    reportedAt: { lines: ['loanBalance', 'loan'], field: 'nextPaymentDate' },
    query: /* sql */ `
    select 'loan ' || b.loan_id as what, b.next_payment_date is not distinct from i.due_date and b.next_payment_amount is not distinct from i.instalment as ok
    from loan_balance b
    left join lateral (select due_date, instalment from instalment where loan_id = b.loan_id and due_date > b.as_of order by due_date limit 1) i on true`,
  },
  {
    service,
    name: 'the arrears are the sum of their transactions',
    reportedAt: { lines: ['loanBalance', 'loan'], field: 'arrears' },
    query: /* sql */ `
    select 'loan ' || l.loan_id as what, b.arrears = coalesce(t.sum, 0) as ok
    from loan l
    left join loan_balance b using (loan_id)
    left join (select loan_id, sum(amount) as sum from arrears_transaction group by 1) t using (loan_id)`,
  },
  {
    service,
    name: 'the arrears after each transaction are the sum up to it',
    reportedAt: { lines: ['arrearsTransaction'], field: 'arrearsAfter' },
    query: /* sql */ `
    select 'arrears transaction ' || transaction_reference as what,
           arrears_after = sum(amount) over (partition by loan_id order by transaction_date, transaction_reference) as ok
    from arrears_transaction`,
  },
  {
    service,
    name: 'the arrears are the unpaid instalments with interest and fees',
    reportedAt: { lines: ['loanBalance', 'loan'], field: 'arrears' },
    query: /* sql */ `
    select 'loan ' || b.loan_id as what, b.arrears - b.arrears_interest = coalesce(i.principal, 0) and b.arrears >= coalesce(i.instalments, 0) as ok
    from loan_balance b
    left join lateral (select sum(principal) as principal, sum(instalment) as instalments from instalment
                       where loan_id = b.loan_id and paid_on is null and due_date <= b.as_of) i on true`,
  },
  {
    service,
    name: 'every branch account has an owner, and two where two must approve',
    reportedAt: { lines: ['branchAccount'], field: 'holder' },
    query: owned('branch_account', 'account_id'),
  },
  {
    service,
    name: 'every loan has an owner, and two where two must approve',
    reportedAt: { lines: ['loan'], field: 'holder' },
    query: owned('loan', 'loan_id'),
  },
];
