import { chained, identified, owned, sentOn, type CashFlow, type Proof } from '@open-banking/feed';

const service = 'savings-loans';

/** Proofs for savings and loans: each account's balances equal the sums of its entries. */
const sums = (kind: 'savings' | 'loan'): readonly Proof[] => [
  {
    service,
    name: `a ${kind} account has booked the sum of its entries`,
    reportedAt: { lines: [`${kind}Account`], field: 'booked' },
    query: /* sql */ `
    select '${kind} account ' || a.account_id as what, a.booked = e.sum and a.last_booking_date = e.last and a.incoming = coalesce(p.sum, 0) as ok
    from ${kind}_account a
    left join (select account_id, sum(amount) as sum, max(booking_date) as last from ${kind}_entry group by 1) e using (account_id)
    left join (select account_id, sum(amount) as sum from ${kind}_pending_entry group by 1) p using (account_id)`,
  },
  {
    service,
    name: `the balance after each ${kind} entry is the sum up to it`,
    reportedAt: { lines: [`${kind}Entry`], field: 'balanceAfter' },
    query: /* sql */ `
    select '${kind} entry ' || entry_reference || ' of account ' || account_id as what,
           balance_after = sum(amount) over (partition by account_id order by booking_date, entry_reference) as ok
    from ${kind}_entry`,
  },
  {
    service,
    name: `a transaction id names one ${kind} entry of its account, pending or booked`,
    query: identified(`${kind} account`, 'account_id', [`${kind}_entry`, `${kind}_pending_entry`]),
  },
  {
    service,
    name: `every ${kind} account has an owner, and two where two must approve`,
    reportedAt: { lines: [`${kind}Account`], field: 'holder' },
    query: owned(`${kind}_account`, 'account_id'),
  },
];

/** Per loan and kind: the amounts scheduled and paid, beside the amounts booked. */
const paid = /* sql */ `
  select a.account_id, a.booked, a.original_amount,
         i.indexation, i.interest, i.fees, i.paid_principal, i.paid_interest, i.paid_fees,
         e.drawn, e.principal, e.charged, e.interest_paid, e.indexed, e.fees_charged, e.fees_paid, e.late
  from loan_account a
  left join lateral (
    select coalesce(sum(indexation) filter (where due_date <= a.last_booking_date), 0) as indexation,
           coalesce(sum(interest) filter (where due_date <= a.last_booking_date), 0) as interest,
           coalesce(sum(fees) filter (where due_date <= a.last_booking_date), 0) as fees,
           coalesce(sum(principal) filter (where paid_on is not null), 0) as paid_principal,
           coalesce(sum(interest) filter (where paid_on is not null), 0) as paid_interest,
           coalesce(sum(fees) filter (where paid_on is not null), 0) as paid_fees
    from loan_instalment where account_id = a.account_id) i on true
  left join lateral (
    select coalesce(sum(amount) filter (where kind = 'DRAWDOWN'), 0) as drawn,
           coalesce(sum(amount) filter (where kind in ('PRINCIPAL', 'EARLY_REPAYMENT', 'WRITE_OFF')), 0) as principal,
           coalesce(sum(amount) filter (where kind = 'INTEREST_CHARGED'), 0) as charged,
           coalesce(sum(amount) filter (where kind = 'INTEREST_PAID'), 0) as interest_paid,
           coalesce(sum(amount) filter (where kind = 'INDEXATION'), 0) as indexed,
           coalesce(sum(amount) filter (where kind = 'FEE_CHARGED'), 0) as fees_charged,
           coalesce(sum(amount) filter (where kind = 'FEE_PAID'), 0) as fees_paid,
           coalesce(sum(amount) filter (where kind = 'LATE_INTEREST'), 0) as late
    from (select amount, proprietary_bank_transaction_code as kind from loan_entry where account_id = a.account_id) of_account) e on true`;

export const savingsAndLoanProofs: readonly Proof[] = [
  ...sums('savings'),
  ...sums('loan'),
  {
    service,
    name: 'a schedule repays the loan to the last',
    reportedAt: { lines: ['loanInstalment'], field: 'openingBalance' },
    query: chained('loan_instalment', 'account_id', 'loan_account'),
  },
  {
    service,
    name: 'a loan owes its schedule less what was paid',
    reportedAt: { lines: ['loanAccount'], field: 'booked' },
    query: /* sql */ `
    select 'loan ' || account_id as what,
           booked = paid_principal + paid_interest - original_amount - indexation - interest + fees_charged + fees_paid + late as ok
    from (${paid}) loan`,
  },
  {
    service,
    name: 'a loan is booked as its schedule says, kind by kind',
    reportedAt: { lines: ['loanAccount'], field: 'booked' },
    query: /* sql */ `
    select 'loan ' || account_id as what,
           drawn = -original_amount and principal = paid_principal and charged = -interest and interest_paid = paid_interest
           and indexed = -indexation and -fees_charged >= fees and fees_paid >= paid_fees and late <= 0 as ok
    from (${paid}) loan`,
  },
];

/** What savings and loans took from current accounts, and gave back. */
export const savingsAndLoanCashFlows: readonly CashFlow[] = [
  {
    name: 'loan repayments were debited from the account',
    kinds: ['LOAN_INSTALMENT'],
    query: /* sql */ `
    select a.linked_accounts as iban, (${sentOn('e', 'loan_late_entry', 'account_id')})::text as day, trim_scale(-sum(e.amount))::text as amount, true as certain
    from loan_entry e join loan_account a using (account_id)
    where e.debtor_account is not null group by 1, 2`,
  },
  {
    name: 'savings deposits were debited from the account',
    kinds: ['SAVINGS'],
    query: /* sql */ `
    select a.linked_accounts as iban, (${sentOn('e', 'savings_late_entry', 'account_id')})::text as day, trim_scale(-sum(e.amount))::text as amount, true as certain
    from savings_entry e join savings_account a using (account_id)
    where e.debtor_account is not null or e.creditor_account is not null group by 1, 2`,
  },
];
