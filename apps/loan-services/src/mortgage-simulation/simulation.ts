import { Money, type Amount } from '@open-banking/messages';
import { paymentToIncome, loanToValue, warningsOf, type WarningLimits } from './affordability.js';
import { Decimal, sum } from './decimal.js';
import { dueDay, type Day } from './interval.js';
import { loanOf, type Loan } from './loan.js';
import type {
  MortgageSimulation,
  MortgageSimulationRequest,
  ScheduleRow,
  RequestedTrack,
  TrackSummary,
} from './mortgage-simulation.messages.js';
import { loanOutcome, stressedLoan, type Outcome } from './outcome.js';
import type { Instalment } from './repayment.js';
import { byYear, type Row } from './schedule.js';

type ToAmount = (amount: Decimal) => Amount;
const moneyOf =
  ({ currency }: Pick<Loan, 'currency'>): ToAmount =>
  (amount) =>
    Money.rounded(currency, amount).toMessage();
const perCent = (ratio: Decimal): string => ratio.toFixed(2, Decimal.ROUND_HALF_UP);

export type ScheduleWanted = 'full' | 'yearly' | 'none';

// An amount has at most 14 digits before the decimal point (`Amount`).
const amountLimit = new Decimal(10).pow(14);

/**
 * The simulation of a consistent request. Undefined if it has no representable result: no annual percentage rate of charge exists, or forty
 * years of an assumed index lead to amounts with too many digits.
 */
export function simulationOf(
  request: MortgageSimulationRequest,
  today: Day,
  limits: WarningLimits,
  schedule: ScheduleWanted = 'full',
): MortgageSimulation | undefined {
  const loan = loanOf(request, today);
  const money = moneyOf(loan);
  const outcome = loanOutcome(loan);
  const costs = costsOf(loan, outcome, request.monthlyNetIncome);
  const stress = stressOf(loan, request);
  if (!costs || stress === 'unrepresentable') return undefined;
  const toValue = loanToValue(loan, new Decimal(request.propertyValue.amount));
  return {
    drawdownDate: loan.calendar.drawdown,
    firstPaymentDate: loan.calendar.firstPayment,
    lastPaymentDate: outcome.rows.at(-1)!.date,
    numberOfInstalments: outcome.rows.length,
    totalAmountOfCredit: money(loan.credit),
    loanToValue: perCent(toValue),
    ...costs.figures,
    totalIndexation: money(outcome.totalIndexation),
    totalFees: money(outcome.totalFees),
    ...(stress && { stressed: stress.figures }),
    tracks: request.tracks.map((asked, at) => summaryOf(loan, asked, at, outcome.tracks[at]!)),
    ...(schedule !== 'none' && { schedule: scheduleRows(outcome, loan, schedule).map((row) => scheduleRow(row, money)) }),
    warnings: warningsOf(
      loan,
      { loanToValue: toValue, paymentToIncome: costs.toIncome, stressedPaymentToIncome: stress?.toIncome },
      limits,
    ),
  };
}

/** The figures reported for a loan, and likewise for the loan under stress. */
function costsOf(loan: Loan, outcome: Outcome, monthlyNetIncome: MortgageSimulationRequest['monthlyNetIncome']) {
  if (!outcome.aprc || outcome.totalAmountPayable.gte(amountLimit)) return undefined;
  const money = moneyOf(loan);
  const toIncome = monthlyNetIncome && paymentToIncome(loan, outcome, new Decimal(monthlyNetIncome.amount));
  const figures = {
    firstInstalment: money(outcome.firstInstalment),
    highestInstalment: money(outcome.highestInstalment),
    totalInterest: money(outcome.totalInterest),
    totalAmountPayable: money(outcome.totalAmountPayable),
    aprc: outcome.aprc.published,
    aprcExact: outcome.aprc.exact,
    ...(toIncome && { paymentToIncome: perCent(toIncome) }),
  };
  return { figures, toIncome };
}

function stressOf(loan: Loan, { stress, monthlyNetIncome }: MortgageSimulationRequest) {
  if (!stress) return undefined;
  const { rateIncrease, appliesTo = 'all' } = stress;
  const higher = stressedLoan(loan, new Decimal(rateIncrease).div(100), appliesTo);
  const costs = costsOf(higher, loanOutcome(higher), monthlyNetIncome);
  return costs ? { figures: { rateIncrease, appliesTo, ...costs.figures }, toIncome: costs.toIncome } : 'unrepresentable';
}

function summaryOf(loan: Loan, asked: RequestedTrack, at: number, instalments: readonly Instalment[]): TrackSummary {
  const money = moneyOf(loan);
  const track = loan.tracks[at]!;
  const paid = instalments.map(({ interest, principal, indexation }) => sum([interest, principal, indexation]));
  return {
    name: track.name,
    amount: money(track.amount),
    share: perCent(track.amount.div(loan.credit).times(100)),
    interestType: track.interestType,
    annualInterestRate: asked.annualInterestRate,
    ...(asked.index && { index: asked.index }),
    termInMonths: track.termInMonths,
    repaymentMethod: track.repaymentMethod,
    numberOfInstalments: instalments.length,
    lastPaymentDate: dueDay(loan.calendar, instalments.length),
    firstInstalment: money(paid[0]!),
    highestInstalment: money(Decimal.max(...paid)),
    totalInterest: money(sum(instalments.map(({ interest }) => interest))),
    totalIndexation: money(sum(instalments.map(({ indexation }) => indexation))),
    totalAmountPayable: money(sum(paid)),
  };
}

const scheduleRows = ({ rows }: Outcome, { calendar }: Loan, schedule: 'full' | 'yearly') =>
  schedule === 'full' ? rows : byYear(rows, calendar.periodInMonths);

const scheduleRow = (row: Row, money: ToAmount): ScheduleRow => ({
  number: row.number,
  date: row.date,
  openingBalance: money(row.opening),
  interest: money(row.interest),
  principal: money(row.principal),
  indexation: money(row.indexation),
  fees: money(row.fees),
  instalment: money(row.instalment),
  closingBalance: money(row.closing),
});
