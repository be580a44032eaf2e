import { daysAfter, minorUnits, Money } from '@open-banking/messages';
import { Decimal } from '../mortgage-simulation/decimal.js';
import { calendarOf, monthsLater, type Day } from '../mortgage-simulation/interval.js';
import { loanOutcome } from '../mortgage-simulation/outcome.js';

/** Reasons why a customer is not eligible, in the order in which they are listed. */
export const reasons = [
  'IN_ARREARS',
  'INCOME_TOO_LOW',
  'CUSTOMER_TOO_NEW',
  'DEBT_IN_OTHER_CURRENCY',
  'NO_PRODUCT',
  'PAYMENT_CAPACITY_TOO_LOW',
] as const;
export type Reason = (typeof reasons)[number];

/** What the bank knows about the customer of an account. Monthly amounts in the account's currency, as decimal strings. */
export interface Applicant {
  readonly currency: string;
  readonly monthlyNetIncome: string;
  /** Monthly instalments of all loans, at this bank and elsewhere. */
  readonly debtService: string;
  /** Has a loan in another currency: without an exchange rate, its share of the income is unknown. */
  readonly debtInOtherCurrency: boolean;
  readonly daysPastDue: number;
  readonly customerSince: Day;
}

/** A row of `eligibility_rule`: all limits of the rule for one usage. */
export interface EligibilityRule {
  readonly highestDebtServiceRatio: string;
  readonly lowestMonthlyIncome: string;
  readonly highestDaysPastDue: number;
  /** The minimum number of months as a customer. */
  readonly shortestRelationship: number;
}

/** A row of `loan_product` for this usage and currency. Rate and fee in per cent. */
export interface LoanProduct {
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

/** An offer for the highest amount over the longest term. */
export interface Offer {
  readonly product: LoanProduct;
  readonly maximumAmount: Decimal;
  readonly estimatedInstalment: Decimal;
  readonly aprc: string;
  readonly validUntil: Day;
}

export interface Eligibility {
  readonly eligible: boolean;
  readonly reasons: readonly Reason[];
  readonly offers: readonly Offer[];
}

/** Decides by income, debt service, arrears and the product table, as documented in docs/eligibility.md. */
export function eligibilityOf(applicant: Applicant, rule: EligibilityRule, products: readonly LoanProduct[], asOf: Day): Eligibility {
  const found = new Set(obstacles(applicant, rule, asOf));
  if (products.length === 0) found.add('NO_PRODUCT');
  const capacity = paymentCapacity(applicant, rule);
  const offers = products.flatMap((product) => loanOffer(product, capacity, applicant.currency, asOf) ?? []);
  if (products.length > 0 && offers.length === 0) found.add('PAYMENT_CAPACITY_TOO_LOW');
  return { eligible: found.size === 0, reasons: reasons.filter((reason) => found.has(reason)), offers: found.size === 0 ? offers : [] };
}

function obstacles(applicant: Applicant, rule: EligibilityRule, asOf: Day): Reason[] {
  const met: [Reason, boolean][] = [
    ['IN_ARREARS', applicant.daysPastDue > rule.highestDaysPastDue],
    ['INCOME_TOO_LOW', new Decimal(applicant.monthlyNetIncome).lt(rule.lowestMonthlyIncome)],
    ['CUSTOMER_TOO_NEW', monthsLater(applicant.customerSince, rule.shortestRelationship) > asOf],
    ['DEBT_IN_OTHER_CURRENCY', applicant.debtInOtherCurrency],
  ];
  return met.filter(([, stands]) => stands).map(([reason]) => reason);
}

/** The payment capacity per month: the share of the income available for debts, less the existing debt service. */
function paymentCapacity({ monthlyNetIncome, debtService, currency }: Applicant, { highestDebtServiceRatio }: EligibilityRule): Decimal {
  const mayTake = new Decimal(monthlyNetIncome).times(highestDebtServiceRatio).div(100);
  return Money.rounded(currency, Decimal.max(0, mayTake.minus(debtService)), { down: true }).decimal;
}

function loanOffer(product: LoanProduct, capacity: Decimal, currency: string, asOf: Day): Offer | undefined {
  const affordable = presentValue(capacity, new Decimal(product.annualInterestRate).div(1200), product.maximumTerm);
  const step = new Decimal(product.amountStep);
  const maximumAmount = Decimal.min(product.maximumAmount, affordable.div(step).floor().times(step));
  if (maximumAmount.lt(product.minimumAmount)) return undefined;
  const { firstInstalment, aprc } = loanOutcome(offered(product, maximumAmount, currency, asOf));
  return (
    aprc && {
      product,
      maximumAmount,
      estimatedInstalment: firstInstalment,
      aprc: aprc.published,
      validUntil: daysAfter(asOf, product.validDays),
    }
  );
}

/** The principal that this many level instalments repay. */
const presentValue = (instalment: Decimal, rate: Decimal, count: number): Decimal =>
  rate.isZero() ? instalment.times(count) : instalment.times(new Decimal(1).minus(rate.plus(1).pow(-count))).div(rate);

/** The offer as a loan of one track, to be computed like a simulation. */
function offered({ annualInterestRate, maximumTerm, upfrontFee }: LoanProduct, amount: Decimal, currency: string, asOf: Day) {
  const digits = minorUnits(currency);
  return {
    currency,
    digits,
    credit: amount,
    calendar: calendarOf(asOf, monthsLater(asOf, 1), 1),
    fees: [
      {
        type: 'arrangement',
        timing: 'upfront' as const,
        financed: false,
        amount: amount.times(upfrontFee).div(100).toDecimalPlaces(digits, Decimal.ROUND_HALF_UP),
      },
    ],
    tracks: [
      {
        name: 'offer',
        amount,
        interestType: 'fixed' as const,
        annualRate: new Decimal(annualInterestRate).div(100),
        indexChange: new Decimal(0),
        termInMonths: maximumTerm,
        repaymentMethod: 'annuity' as const,
        balloon: new Decimal(0),
        graceInMonths: 0,
        rateSteps: [],
      },
    ],
  };
}
