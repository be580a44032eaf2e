import { type Decimal } from './decimal.js';
import type { Loan } from './loan.js';
import type { Outcome } from './outcome.js';

/** Above these a simulation warns. Per cent, per cent, months: configuration of the service. */
export interface WarningLimits {
  readonly loanToValuePerCent: number;
  readonly paymentToIncomePerCent: number;
  readonly termInMonths: number;
}

export interface Warning {
  readonly code: 'LOAN_TO_VALUE_HIGH' | 'PAYMENT_TO_INCOME_HIGH' | 'STRESSED_PAYMENT_TO_INCOME_HIGH' | 'TERM_LONG';
  readonly text: string;
}

/** The loan, fees added to it included, in per cent of the property. */
export const loanToValue = ({ credit }: Loan, propertyValue: Decimal): Decimal => credit.div(propertyValue).times(100);

/**
 * What is paid a month in per cent of income: the first instalment in which no track is in its grace period any more,
 * because an instalment of interest alone says nothing of what will be asked.
 */
export function paymentToIncome(loan: Loan, { rows }: Outcome, monthlyNetIncome: Decimal): Decimal {
  const { periodInMonths } = loan.calendar;
  const graces = Math.max(...loan.tracks.map(({ graceInMonths }) => graceInMonths / periodInMonths));
  const full = rows[graces] ?? rows.at(-1)!;
  return full.instalment.div(periodInMonths).div(monthlyNetIncome).times(100);
}

/** Ratios a simulation found; those of income only where the request told it. */
export interface Ratios {
  readonly loanToValue: Decimal;
  readonly paymentToIncome?: Decimal;
  readonly stressedPaymentToIncome?: Decimal;
}

export function warningsOf(loan: Loan, ratios: Ratios, limits: WarningLimits): Warning[] {
  const term = Math.max(...loan.tracks.map(({ termInMonths }) => termInMonths));
  const found: [Warning['code'], boolean | undefined, string][] = [
    [
      'LOAN_TO_VALUE_HIGH',
      ratios.loanToValue.gt(limits.loanToValuePerCent),
      `The loan is above ${limits.loanToValuePerCent} % of the property's value.`,
    ],
    [
      'PAYMENT_TO_INCOME_HIGH',
      ratios.paymentToIncome?.gt(limits.paymentToIncomePerCent),
      `The payment is above ${limits.paymentToIncomePerCent} % of the monthly net income.`,
    ],
    [
      'STRESSED_PAYMENT_TO_INCOME_HIGH',
      ratios.stressedPaymentToIncome?.gt(limits.paymentToIncomePerCent),
      `With the higher rate the payment is above ${limits.paymentToIncomePerCent} % of the monthly net income.`,
    ],
    ['TERM_LONG', term > limits.termInMonths, `The term is above ${limits.termInMonths / 12} years.`],
  ];
  return found.filter(([, exceeded]) => exceeded).map(([code, , text]) => ({ code, text }));
}
