import { type Decimal } from './decimal.js';
import type { Loan } from './loan.js';
import type { Outcome } from './outcome.js';

/** A simulation warns above these limits, which are settings of the service. */
export interface WarningLimits {
  readonly loanToValuePerCent: number;
  readonly paymentToIncomePerCent: number;
  readonly termInMonths: number;
}

export interface Warning {
  readonly code: 'LOAN_TO_VALUE_HIGH' | 'PAYMENT_TO_INCOME_HIGH' | 'STRESSED_PAYMENT_TO_INCOME_HIGH' | 'TERM_LONG';
  readonly text: string;
}

/** The loan including financed fees, in per cent of the property value. */
export const loanToValue = ({ credit }: Loan, propertyValue: Decimal): Decimal => credit.div(propertyValue).times(100);

/**
 * The monthly payment in per cent of the income. It uses the first instalment after all grace periods, as an interest-only instalment
 * understates the later payments.
 */
export function paymentToIncome(loan: Loan, { rows }: Outcome, monthlyNetIncome: Decimal): Decimal {
  const { periodInMonths } = loan.calendar;
  const graces = Math.max(...loan.tracks.map(({ graceInMonths }) => graceInMonths / periodInMonths));
  const full = rows[graces] ?? rows.at(-1)!;
  return full.instalment.div(periodInMonths).div(monthlyNetIncome).times(100);
}

/** The ratios of a simulation. Those of income need an income in the request. */
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
      `The loan exceeds ${limits.loanToValuePerCent} % of the property value.`,
    ],
    [
      'PAYMENT_TO_INCOME_HIGH',
      ratios.paymentToIncome?.gt(limits.paymentToIncomePerCent),
      `The payment exceeds ${limits.paymentToIncomePerCent} % of the monthly net income.`,
    ],
    [
      'STRESSED_PAYMENT_TO_INCOME_HIGH',
      ratios.stressedPaymentToIncome?.gt(limits.paymentToIncomePerCent),
      `At the higher rate the payment exceeds ${limits.paymentToIncomePerCent} % of the monthly net income.`,
    ],
    ['TERM_LONG', term > limits.termInMonths, `The term exceeds ${limits.termInMonths / 12} years.`],
  ];
  return found.filter(([, exceeded]) => exceeded).map(([code, , text]) => ({ code, text }));
}
