import type { LoadLines } from './load-lines.js';

const products = [
  {
    product: 'CONSUMER-ILS',
    name: 'Consumer loan',
    currency: 'ILS',
    usage: 'PRIV',
    minimumAmount: '5000.00',
    maximumAmount: '150000.00',
    minimumTerm: 12,
    maximumTerm: 60,
    annualInterestRate: '7.9',
    upfrontFee: '0',
    amountStep: '500',
    validDays: 14,
  },
  {
    product: 'CAR-ILS',
    name: 'Car loan',
    currency: 'ILS',
    usage: 'PRIV',
    minimumAmount: '20000.00',
    maximumAmount: '250000.00',
    minimumTerm: 24,
    maximumTerm: 72,
    annualInterestRate: '6.4',
    upfrontFee: '0.5',
    amountStep: '1000',
    validDays: 14,
  },
  {
    product: 'STUDENT-EUR',
    name: 'Loan for studies abroad',
    currency: 'EUR',
    usage: 'PRIV',
    minimumAmount: '2000.00',
    maximumAmount: '40000.00',
    minimumTerm: 12,
    maximumTerm: 84,
    annualInterestRate: '5.6',
    upfrontFee: '0',
    amountStep: '500',
    validDays: 30,
  },
  {
    product: 'BUSINESS-ILS',
    name: 'Business term loan',
    currency: 'ILS',
    usage: 'ORGA',
    minimumAmount: '25000.00',
    maximumAmount: '1500000.00',
    minimumTerm: 12,
    maximumTerm: 84,
    annualInterestRate: '7.2',
    upfrontFee: '1',
    amountStep: '5000',
    validDays: 21,
  },
] as const;

const rules = [
  { usage: 'PRIV', highestDebtServiceRatio: '40', lowestMonthlyIncome: '5000.00', highestDaysPastDue: 0, shortestRelationship: 6 },
  { usage: 'ORGA', highestDebtServiceRatio: '35', lowestMonthlyIncome: '12000.00', highestDaysPastDue: 0, shortestRelationship: 12 },
] as const;

/** Writes the rules of the bank's loans as rows, so that the code contains no figures. */
export function writeLendingRules(lines: LoadLines): void {
  for (const product of products) lines.write('loan-services', 'loanProduct', product);
  for (const rule of rules) lines.write('loan-services', 'eligibilityRule', rule);
}
