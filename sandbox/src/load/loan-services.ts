import type { LoadFormat } from '@open-banking/database';
import { date, decimal, holder, instant, integer, optional, text, uuid } from './fields.js';

export const loanServices: LoadFormat = {
  holder,
  branchAccount: { table: 'branch_account', fields: {
    accountId: uuid, branchNumber: text, accountNumber: text, iban: text, currency: text, ownerName: text, usage: text, monthlyNetIncome: decimal,
    otherDebtService: decimal, customerSince: date,
  } },
  loan: { table: 'loan', fields: {
    loanId: uuid, accountId: uuid, product: text, currency: text, originalAmount: decimal, interestType: text, annualInterestRate: decimal, startDate: date,
    endDate: date, status: text, earlyRepaymentFrom: date, earlyRepaymentFee: decimal,
  } },
  loanBalance: { table: 'loan_balance', fields: {
    loanId: uuid, asOf: date, outstandingPrincipal: decimal, indexation: decimal, accruedInterest: decimal, arrears: decimal, arrearsInterest: decimal,
    ...optional({ oldestUnpaidDate: date, nextPaymentDate: date, nextPaymentAmount: decimal }), changedAt: instant,
  } },
  track: { table: 'track', fields: {
    loanId: uuid, number: integer, name: text, originalAmount: decimal, outstandingPrincipal: decimal, interestType: text, annualInterestRate: decimal,
    ...optional({ indexName: text, indexMargin: decimal, indexBaseValue: decimal }), repaymentMethod: text, termInMonths: integer, startDate: date, endDate: date,
    ...optional({ nextRateChangeDate: date }),
  } },
  collateral: { table: 'collateral', fields: { loanId: uuid, number: integer, kind: text, description: text, value: decimal, currency: text, valuationDate: date } },
  guarantor: { table: 'guarantor', fields: { loanId: uuid, number: integer, name: text, amount: decimal } },
  instalment: { table: 'instalment', fields: {
    loanId: uuid, number: integer, dueDate: date, openingBalance: decimal, indexation: decimal, interest: decimal, principal: decimal, fees: decimal,
    instalment: decimal, closingBalance: decimal, ...optional({ paidOn: date }),
  } },
  arrearsTransaction: { table: 'arrears_transaction', fields: {
    accountId: uuid, transactionDate: date, transactionReference: text, loanId: uuid, dueDate: date, transactionType: { kind: 'text', column: 'type' },
    amount: decimal, arrearsAfter: decimal, daysPastDue: integer,
  } },
  loanProduct: { table: 'loan_product', fields: {
    product: text, name: text, currency: text, usage: text, minimumAmount: decimal, maximumAmount: decimal, minimumTerm: integer, maximumTerm: integer,
    annualInterestRate: decimal, upfrontFee: decimal, amountStep: decimal, validDays: integer,
  } },
  eligibilityRule: { table: 'eligibility_rule', fields: {
    usage: text, highestDebtServiceRatio: decimal, lowestMonthlyIncome: decimal, highestDaysPastDue: integer, shortestRelationship: integer,
  } },
};
