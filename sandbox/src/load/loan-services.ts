import type { LoadFormat } from '@open-banking/database';
import { accountNumber, branchNumber, currency, date, decimal, holder, iban, instant, integer, nonZero, oneOf, optional, positive, reference, text, usage, uuid } from './fields.js';

const interestType = oneOf('fixed', 'variable', 'indexed');
const byNumber = ['loanId', 'number'];

export const loanServices: LoadFormat = {
  holder,
  branchAccount: { table: 'branch_account', key: ['accountId'], fixed: ['currency', 'customerSince'], fields: {
    accountId: uuid, branchNumber, accountNumber, iban, currency, ownerName: text, usage, monthlyNetIncome: positive,
    otherDebtService: positive, customerSince: date,
  } },
  loan: { table: 'loan', key: ['loanId'], fixed: ['accountId', 'currency', 'originalAmount', 'startDate'], fields: {
    loanId: uuid, accountId: uuid, product: text, currency, originalAmount: positive, interestType: oneOf('fixed', 'variable', 'indexed', 'mixed'), annualInterestRate: decimal, startDate: date,
    endDate: date, status: oneOf('active', 'inArrears', 'frozen', 'closed'), earlyRepaymentFrom: date, earlyRepaymentFee: positive,
  } },
  loanBalance: { table: 'loan_balance', key: ['loanId'], fields: {
    loanId: uuid, asOf: date, outstandingPrincipal: positive, indexation: decimal, accruedInterest: decimal, arrears: positive, arrearsInterest: decimal,
    ...optional({ oldestUnpaidDate: date, nextPaymentDate: date, nextPaymentAmount: decimal }), changedAt: instant,
  } },
  track: { table: 'track', key: byNumber, fields: {
    loanId: uuid, number: integer, name: text, originalAmount: decimal, outstandingPrincipal: decimal, interestType, annualInterestRate: decimal,
    ...optional({ indexName: text, indexMargin: decimal, indexBaseValue: decimal }), repaymentMethod: oneOf('annuity', 'equalPrincipal', 'interestOnly', 'balloon'), termInMonths: integer, startDate: date, endDate: date,
    ...optional({ nextRateChangeDate: date }),
  } },
  collateral: { table: 'collateral', key: byNumber, fields: { loanId: uuid, number: integer, kind: oneOf('property', 'vehicle', 'deposit', 'securities'), description: text, value: decimal, currency, valuationDate: date } },
  guarantor: { table: 'guarantor', key: byNumber, fields: { loanId: uuid, number: integer, name: text, amount: decimal } },
  instalment: { table: 'instalment', key: byNumber, fields: {
    loanId: uuid, number: integer, dueDate: date, openingBalance: decimal, indexation: decimal, interest: decimal, principal: decimal, fees: decimal,
    instalment: decimal, closingBalance: decimal, ...optional({ paidOn: date }),
  } },
  arrearsTransaction: { table: 'arrears_transaction', fields: {
    accountId: uuid, transactionDate: date, transactionReference: reference, loanId: uuid, dueDate: date, transactionType: { ...oneOf('instalmentDue', 'lateInterest', 'fee', 'payment', 'writeOff'), column: 'type' },
    amount: nonZero, arrearsAfter: positive, daysPastDue: integer,
  } },
  loanProduct: { table: 'loan_product', key: ['product'], fields: {
    product: text, name: text, currency, usage, minimumAmount: decimal, maximumAmount: decimal, minimumTerm: integer, maximumTerm: integer,
    annualInterestRate: decimal, upfrontFee: decimal, amountStep: decimal, validDays: integer,
  } },
  eligibilityRule: { table: 'eligibility_rule', key: ['usage'], fields: {
    usage, highestDebtServiceRatio: decimal, lowestMonthlyIncome: decimal, highestDaysPastDue: integer, shortestRelationship: integer,
  } },
};
