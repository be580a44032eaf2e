import { type ResourceGrants, isGranted } from '@open-banking/access';
import { statement } from '@open-banking/database';
import { balanceOn } from '../loans/balance-on-day.js';
import type { BranchAccountRow } from '../branch-accounts/branch-account.statements.js';

export interface ApplicantRow extends BranchAccountRow {
  readonly usage: string;
  readonly monthlyNetIncome: string;
  readonly customerSince: string;
  readonly debtService: string;
  readonly debtInOtherCurrency: boolean;
  readonly oldestUnpaidDate: string | null;
  readonly highestDebtServiceRatio: string;
  readonly lowestMonthlyIncome: string;
  readonly highestDaysPastDue: number;
  readonly shortestRelationship: number;
}

export interface LoanProductRow {
  readonly product: string;
  readonly minimumAmount: string;
  readonly maximumAmount: string;
  readonly minimumTerm: number;
  readonly maximumTerm: number;
  readonly annualInterestRate: string;
  readonly upfrontFee: string;
  readonly amountStep: string;
  readonly validDays: number;
}

/**
 * The input of the rule for the customer of an account, and the rule's limits. All loans of the account count, even those the consent does
 * not cover. No row: the account does not exist, belongs to another customer or is not covered.
 */
export const applicantOfAccount = statement<
  ApplicantRow,
  [psuId: string, granted: ResourceGrants, branchNumber: string, accountNumber: string, today: string]
>(
  'eligibility.applicant',
  /* sql */ `
  select a.account_id as "accountId", a.branch_number as "branchNumber", a.account_number as "accountNumber", a.iban, a.currency, a.usage,
    a.monthly_net_income::text as "monthlyNetIncome", a.customer_since::text as "customerSince",
    (a.other_debt_service + coalesce(d.service, 0))::text as "debtService", coalesce(d.in_other_currency, false) as "debtInOtherCurrency",
    d.oldest_unpaid::text as "oldestUnpaidDate",
    r.highest_debt_service_ratio::text as "highestDebtServiceRatio", r.lowest_monthly_income::text as "lowestMonthlyIncome",
    r.highest_days_past_due as "highestDaysPastDue", r.shortest_relationship as "shortestRelationship"
  from branch_account a
  join holder h on h.resource_id = a.account_id and h.psu_id = $1
  join eligibility_rule r on r.usage = a.usage
  cross join lateral (
    select sum(b.next_payment_amount) filter (where l.currency = a.currency) as service,
      bool_or(l.currency <> a.currency) as in_other_currency, min(b.oldest_unpaid_date) as oldest_unpaid
    from loan l
    ${balanceOn('$5')}
    where l.account_id = a.account_id and l.status <> 'closed'
  ) d
  where a.branch_number = $3 and a.account_number = $4 and ${isGranted}
`,
);

/** The loan products for this usage and currency. */
export const loanProducts = statement<LoanProductRow, [usage: string, currency: string]>(
  'eligibility.products',
  /* sql */ `
  select product, minimum_amount::text as "minimumAmount", maximum_amount::text as "maximumAmount", minimum_term as "minimumTerm",
    maximum_term as "maximumTerm", annual_interest_rate::text as "annualInterestRate", upfront_fee::text as "upfrontFee",
    amount_step::text as "amountStep", valid_days as "validDays"
  from loan_product
  where usage = $1 and currency = $2
  order by product
`,
);
