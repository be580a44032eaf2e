import { minorUnits, Money } from '@open-banking/messages';
import { Decimal, sum } from './decimal.js';
import { financedFees, type Fee } from './fees.js';
import { calendarOf, monthsLater, type Calendar, type Day } from './interval.js';
import type { MortgageSimulationRequest, RequestedTrack } from './mortgage-simulation.messages.js';
import type { Track } from './track.js';

/** The simulated mortgage in exact numbers. `credit` is the requested loan plus the financed fees. */
export interface Loan {
  readonly currency: string;
  readonly digits: number;
  readonly credit: Decimal;
  readonly tracks: readonly Track[];
  readonly fees: readonly Fee[];
  readonly calendar: Calendar;
}

export const periods = { monthly: 1, quarterly: 3, yearly: 12 } as const;

export const monthsBetweenPayments = ({ paymentFrequency = 'monthly' }: Pick<MortgageSimulationRequest, 'paymentFrequency'>): 1 | 3 | 12 =>
  periods[paymentFrequency];

const partOfOne = (perCent: string): Decimal => new Decimal(perCent).div(100);

/** The part of the requested loan that each track carries. */
export function trackAmounts({ loanAmount, tracks }: Pick<MortgageSimulationRequest, 'loanAmount' | 'tracks'>): Decimal[] {
  if (tracks.every(({ amount }) => amount)) return tracks.map(({ amount }) => new Decimal(amount!.amount));
  const shares = tracks.map(({ share }) => new Decimal(share!));
  return Money.parse(loanAmount)
    .split(shares)
    .map(({ decimal }) => decimal);
}

const trackOf = (asked: RequestedTrack, amount: Decimal): Track => ({
  name: asked.name,
  amount,
  interestType: asked.interestType,
  annualRate: partOfOne(asked.annualInterestRate),
  indexChange: partOfOne(asked.index?.assumedAnnualChange ?? '0'),
  termInMonths: asked.termInMonths,
  repaymentMethod: asked.repaymentMethod,
  balloon: new Decimal(asked.balloonAmount?.amount ?? 0),
  graceInMonths: asked.gracePeriodInMonths ?? 0,
  rateSteps: (asked.rateSteps ?? []).map(({ fromMonth, annualInterestRate }) => ({ fromMonth, annualRate: partOfOne(annualInterestRate) })),
});

/** The first payment is due one period after the drawdown unless the request names a date. */
export function requestedCalendar(
  request: Pick<MortgageSimulationRequest, 'drawdownDate' | 'firstPaymentDate' | 'paymentFrequency'>,
  today: Day,
): Calendar {
  const drawdown = request.drawdownDate ?? today;
  return calendarOf(
    drawdown,
    request.firstPaymentDate ?? monthsLater(drawdown, monthsBetweenPayments(request)),
    monthsBetweenPayments(request),
  );
}

/** The loan described by a consistent request. Financed fees are divided among the tracks in proportion to the loan. */
export function loanOf(request: MortgageSimulationRequest, today: Day): Loan {
  const { currency } = request.loanAmount;
  const digits = minorUnits(currency);
  const fees = (request.fees ?? []).map(({ financed = false, amount, ...fee }) => ({
    ...fee,
    financed,
    amount: new Decimal(amount.amount),
  }));
  const amounts = trackAmounts(request);
  const added = Money.rounded(currency, financedFees(fees)).split(amounts);
  const tracks = request.tracks.map((asked, at) => trackOf(asked, amounts[at]!.plus(added[at]!.decimal)));
  return { currency, digits, credit: sum(tracks.map(({ amount }) => amount)), tracks, fees, calendar: requestedCalendar(request, today) };
}
