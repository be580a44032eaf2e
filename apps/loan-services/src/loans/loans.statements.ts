import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';
import { balanceOn } from './balance-on-day.js';
import type { LoanDetails } from './loans.messages.js';

export interface LoanRow {
  readonly loanId: string;
  readonly branchNumber: string;
  readonly accountNumber: string;
  readonly product: string;
  readonly currency: string;
  readonly originalAmount: string;
  readonly outstandingBalance: string;
  readonly interestType: LoanDetails['interestType'];
  readonly annualInterestRate: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly nextPaymentDate: string | null;
  readonly nextPaymentAmount: string | null;
  readonly status: LoanDetails['status'];
}

export interface OwedRow {
  readonly loanId: string;
  readonly currency: string;
  readonly asOf: string;
  readonly outstandingPrincipal: string;
  readonly indexation: string;
  readonly accruedInterest: string;
  readonly arrears: string;
  readonly arrearsInterest: string;
  readonly earlyRepaymentFee: string;
}

/** Numbers inside JSON are text, because a JSON number would be parsed as a double. */
export interface LoanDetailsRow extends LoanRow, OwedRow {
  readonly earlyRepaymentFrom: string;
  readonly tracks: readonly TrackRow[] | null;
  readonly collaterals: readonly CollateralRow[] | null;
  readonly guarantors: number;
}

export interface TrackRow {
  readonly name: string;
  readonly originalAmount: string;
  readonly outstandingPrincipal: string;
  readonly interestType: LoanDetails['tracks'][number]['interestType'];
  readonly annualInterestRate: string;
  readonly indexName: string | null;
  readonly indexMargin: string | null;
  readonly indexBaseValue: string | null;
  readonly repaymentMethod: LoanDetails['tracks'][number]['repaymentMethod'];
  readonly termInMonths: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly nextRateChangeDate: string | null;
}

export interface CollateralRow {
  readonly type: LoanDetails['collaterals'][number]['type'];
  readonly description: string;
  readonly value: string;
  readonly currency: string;
  readonly valuationDate: string;
}

export interface InstalmentRow {
  readonly number: number;
  readonly dueDate: string;
  readonly openingBalance: string;
  readonly indexation: string;
  readonly interest: string;
  readonly principal: string;
  readonly fees: string;
  readonly instalment: string;
  readonly closingBalance: string;
}

// The outstanding balance equals the debt of the loan account in savings and loans: charged and unpaid, so without accrued interest.
const loan = /* sql */ `
  l.loan_id as "loanId", a.branch_number as "branchNumber", a.account_number as "accountNumber", l.product, l.currency,
  ${amountText('l.currency', 'l.original_amount')} as "originalAmount", ${amountText('l.currency', 'b.outstanding_principal + b.arrears_interest')} as "outstandingBalance",
  l.interest_type as "interestType", l.annual_interest_rate::text as "annualInterestRate", l.start_date::text as "startDate",
  l.end_date::text as "endDate", b.next_payment_date::text as "nextPaymentDate", ${amountText('l.currency', 'b.next_payment_amount')} as "nextPaymentAmount", b.status`;

const owed = /* sql */ `
  l.loan_id as "loanId", l.currency, b.as_of::text as "asOf", ${amountText('l.currency', 'b.outstanding_principal')} as "outstandingPrincipal", ${amountText('l.currency', 'b.indexation')} as "indexation",
  ${amountText('l.currency', 'b.accrued_interest')} as "accruedInterest", ${amountText('l.currency', 'b.arrears')} as "arrears", ${amountText('l.currency', 'b.arrears_interest')} as "arrearsInterest",
  l.early_repayment_fee::text as "earlyRepaymentFee"`;

const loansOfHolder = (today: string): string => /* sql */ `
  from holder h
  join loan l on l.loan_id = h.resource_id
  join branch_account a on a.account_id = l.account_id
  ${balanceOn(today)}
  where h.psu_id = $1 and ${isGranted}`;

/** A page of the customer's loans that the consent covers (`null`: all). */
export const loansOfCustomer = statement<
  LoanRow,
  [psuId: string, granted: ResourceGrants, after: string | null, limit: number, today: string]
>(
  'loans.list',
  /* sql */ `
  select ${loan} ${loansOfHolder('$5')} and ($3::uuid is null or h.resource_id > $3)
  order by h.resource_id
  limit $4
`,
  { together: ['uuid', 'uuid[]', 'uuid', 'int', 'date'] },
);

/** The same for one account. */
export const loansOfAccount = statement<
  LoanRow,
  [psuId: string, granted: ResourceGrants, after: string | null, limit: number, today: string, accountId: string]
>(
  'loans.of-account',
  /* sql */ `
  select ${loan} ${loansOfHolder('$5')} and ($3::uuid is null or h.resource_id > $3) and l.account_id = $6
  order by h.resource_id
  limit $4
`,
  { together: ['uuid', 'uuid[]', 'uuid', 'int', 'date', 'uuid'] },
);

/** The debt of each covered loan of an account. */
export const owedOnAccount = statement<OwedRow, [psuId: string, granted: ResourceGrants, accountId: string, today: string]>(
  'loans.owed-on-account',
  /* sql */ `
  select ${owed} ${loansOfHolder('$4')} and l.account_id = $3
  order by h.resource_id
`,
  { together: ['uuid', 'uuid[]', 'uuid', 'date'] },
);

/** No row: the loan does not exist, belongs to another customer or is not covered. The caller must not be able to tell which. */
export const loanOfCustomer = statement<LoanDetailsRow, [psuId: string, granted: ResourceGrants, loanId: string, today: string]>(
  'loans.one',
  /* sql */ `
  select ${loan}, ${owed.replace('l.loan_id as "loanId", l.currency, ', '')}, l.early_repayment_from::text as "earlyRepaymentFrom",
    (select json_agg(json_build_object(
       'name', t.name, 'originalAmount', ${amountText('l.currency', 't.original_amount')}, 'outstandingPrincipal', ${amountText('l.currency', 't.outstanding_principal')}, 'interestType', t.interest_type,
       'annualInterestRate', t.annual_interest_rate::text, 'indexName', t.index_name, 'indexMargin', t.index_margin::text,
       'indexBaseValue', t.index_base_value::text, 'repaymentMethod', t.repayment_method, 'termInMonths', t.term_in_months,
       'startDate', t.start_date, 'endDate', t.end_date, 'nextRateChangeDate', case when t.next_rate_change_date >= $4::date then t.next_rate_change_date end) order by t.number)
     from track t where t.loan_id = l.loan_id) as "tracks",
    (select json_agg(json_build_object('type', c.kind, 'description', c.description, 'value', ${amountText('c.currency', 'c.value')}, 'currency', c.currency,
       'valuationDate', c.valuation_date) order by c.number)
     from collateral c where c.loan_id = l.loan_id) as "collaterals",
    (select count(*)::int from guarantor g where g.loan_id = l.loan_id) as "guarantors"
  ${loansOfHolder('$4')} and h.resource_id = $3
`,
  { together: ['uuid', 'uuid[]', 'uuid', 'date'] },
);

/** Unpaid instalments, overdue ones first. */
export const unpaidInstalments = statement<InstalmentRow, [psuId: string, loanId: string]>(
  'loans.unpaid-instalments',
  /* sql */ `
  select i.number, i.due_date::text as "dueDate", ${amountText('l.currency', 'i.opening_balance')} as "openingBalance", ${amountText('l.currency', 'i.indexation')} as indexation, ${amountText('l.currency', 'i.interest')} as interest, ${amountText('l.currency', 'i.principal')} as principal,
    ${amountText('l.currency', 'i.fees')} as fees, ${amountText('l.currency', 'i.instalment')} as instalment, ${amountText('l.currency', 'i.closing_balance')} as "closingBalance"
  from holder h
  join loan l on l.loan_id = h.resource_id
  join instalment i on i.loan_id = h.resource_id
  where h.psu_id = $1 and h.resource_id = $2 and i.paid_on is null
  order by i.number
`,
  { together: ['uuid', 'uuid'] },
);
