import { monthsAfter, type Fault } from '@open-banking/messages';
import { Decimal, sum } from './decimal.js';
import type { Day } from './interval.js';
import { periodOf, trackAmounts } from './loan.js';
import type { MortgageSimulationRequest as Request, RequestedTrack } from './mortgage-simulation.messages.js';

const contradiction = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_CONSISTENT', path, text });
const misfit = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', path, text });

type Named = [path: string, amount: { currency: string; amount: string } | undefined];
type Check = (request: Request, today: Day) => Fault[];

/** Only within these years: a loan of forty years from the last of them still has dates of four digits. */
const years = { first: 1970, last: 2199 };
/** The first payment is at most so long after the day it would be due without being asked for. */
const longestDelayInMonths = 12;

const amountsOf = ({ propertyValue, loanAmount, tracks, fees = [], monthlyNetIncome }: Request): Named[] => [
  ['/propertyValue', propertyValue],
  ['/loanAmount', loanAmount],
  ...tracks.flatMap(({ amount, balloonAmount }, at): Named[] => [
    [`/tracks/${at}/amount`, amount],
    [`/tracks/${at}/balloonAmount`, balloonAmount],
  ]),
  ...fees.map(({ amount }, at): Named => [`/fees/${at}/amount`, amount]),
  ['/monthlyNetIncome', monthlyNetIncome],
];

const oneCurrency: Check = (request) =>
  amountsOf(request)
    .filter(([, asked]) => asked && asked.currency !== request.loanAmount.currency)
    .map(([path]) => contradiction(`${path}/currency`, `Must be ${request.loanAmount.currency}, the currency of loanAmount.`));

const positive: Check = (request) =>
  amountsOf(request)
    .filter(([path, asked]) => asked && !path.startsWith('/fees') && new Decimal(asked.amount).isZero())
    .map(([path]) => misfit(`${path}/amount`, 'Must be above zero.'));

const dates: Check = ({ drawdownDate, firstPaymentDate, paymentFrequency }, today) => {
  const drawdown = drawdownDate ?? today;
  const year = Number(drawdown.slice(0, 4));
  if (year < years.first || year > years.last) return [misfit('/drawdownDate', `Must be in the years ${years.first} to ${years.last}.`)];
  const latest = monthsAfter(drawdown, periodOf({ paymentFrequency }) + longestDelayInMonths);
  if (!firstPaymentDate || (firstPaymentDate > drawdown && firstPaymentDate <= latest)) return [];
  return [contradiction('/firstPaymentDate', `Must be after the drawdown (${drawdown}) and not after ${latest}.`)];
};

/** Tracks are all given by amount or all by share, and together they are the loan. */
const division: Check = (request) => {
  const { tracks, loanAmount } = request;
  const shares = tracks.flatMap(({ share }) => share ?? []);
  if (shares.length > 0 && shares.length < tracks.length) return [contradiction('/tracks', 'Give all tracks by amount or all by share.')];
  if (shares.length === tracks.length) {
    const total = sum(shares.map((share) => new Decimal(share)));
    if (!total.eq(100)) return [contradiction('/tracks', `The shares sum to ${total.toString()} %, not 100 %.`)];
    return trackAmounts(request).flatMap((amount, at) =>
      amount.gt(0) || new Decimal(loanAmount.amount).isZero()
        ? []
        : [contradiction(`/tracks/${at}/share`, 'Is less than the smallest unit of the currency.')],
    );
  }
  const total = sum(trackAmounts(request));
  return total.eq(loanAmount.amount)
    ? []
    : [contradiction('/tracks', `The amounts sum to ${total.toString()}, not to loanAmount ${loanAmount.amount}.`)];
};

const terms: Check = (request) => {
  const period = periodOf(request);
  const broken = (months: number) => months % period !== 0;
  const whole = `Must be whole payment periods of ${period} months.`;
  return request.tracks.flatMap(({ termInMonths, gracePeriodInMonths = 0, rateSteps = [] }, at) => [
    ...(broken(termInMonths) ? [contradiction(`/tracks/${at}/termInMonths`, whole)] : []),
    ...(broken(gracePeriodInMonths) ? [contradiction(`/tracks/${at}/gracePeriodInMonths`, whole)] : []),
    ...(gracePeriodInMonths >= termInMonths ? [contradiction(`/tracks/${at}/gracePeriodInMonths`, 'Must be shorter than the term.')] : []),
    ...rateSteps.flatMap(({ fromMonth }, step) => [
      ...(broken(fromMonth - 1)
        ? [contradiction(`/tracks/${at}/rateSteps/${step}/fromMonth`, `Must begin a payment period of ${period} months.`)]
        : []),
      ...(fromMonth > termInMonths ? [contradiction(`/tracks/${at}/rateSteps/${step}/fromMonth`, 'Must be within the term.')] : []),
      ...(step > 0 && fromMonth <= rateSteps[step - 1]!.fromMonth
        ? [contradiction(`/tracks/${at}/rateSteps/${step}/fromMonth`, 'Must be after the step before.')]
        : []),
    ]),
  ]);
};

const indexes: Check = ({ tracks }) =>
  tracks.flatMap(({ interestType, index }, at) => {
    if (interestType === 'indexed' && !index) return [contradiction(`/tracks/${at}/index`, 'An indexed track needs its index.')];
    return interestType === 'fixed' && index ? [contradiction(`/tracks/${at}/index`, 'A fixed rate follows no index.')] : [];
  });

function balloonFaults({ repaymentMethod, balloonAmount }: RequestedTrack, path: string, amount: Decimal | undefined): Fault[] {
  if (repaymentMethod !== 'balloon') return balloonAmount ? [contradiction(path, 'Only a balloon track has a balloon amount.')] : [];
  if (!balloonAmount) return [contradiction(path, 'A balloon track needs its balloon amount.')];
  return amount?.lt(balloonAmount.amount) ? [contradiction(path, `Must not be above the track's amount ${amount.toString()}.`)] : [];
}

const graceFaults = ({ repaymentMethod, gracePeriodInMonths = 0 }: RequestedTrack, path: string): Fault[] =>
  repaymentMethod === 'interestOnly' && gracePeriodInMonths > 0 ? [contradiction(path, 'An interest-only track has no grace period.')] : [];

const methods: Check = (request, today) => {
  const amounts = division(request, today).length === 0 ? trackAmounts(request) : [];
  return request.tracks.flatMap((track, at) => [
    ...balloonFaults(track, `/tracks/${at}/balloonAmount`, amounts[at]),
    ...graceFaults(track, `/tracks/${at}/gracePeriodInMonths`),
  ]);
};

const fees: Check = ({ fees: asked = [], loanAmount }) => {
  const upfront = sum(
    asked.filter(({ timing, financed }) => timing === 'upfront' && !financed).map(({ amount }) => new Decimal(amount.amount)),
  );
  return [
    ...asked.flatMap(({ financed, timing }, at) =>
      financed && timing !== 'upfront' ? [contradiction(`/fees/${at}/financed`, 'Only a fee at drawdown can be added to the loan.')] : [],
    ),
    ...(upfront.gt(0) && upfront.gte(loanAmount.amount) ? [contradiction('/fees', 'The fees at drawdown leave nothing of the loan.')] : []),
  ];
};

/** Each check with the fields it reads: it is left out where the form of one of them is wrong already. */
const checks: readonly [fields: readonly string[], check: Check][] = [
  [['currency', 'amount', 'propertyValue', 'loanAmount', 'tracks', 'balloonAmount', 'fees', 'monthlyNetIncome'], oneCurrency],
  [['currency', 'amount', 'propertyValue', 'loanAmount', 'tracks', 'balloonAmount', 'fees', 'monthlyNetIncome'], positive],
  [['drawdownDate', 'firstPaymentDate', 'paymentFrequency'], dates],
  [['currency', 'amount', 'loanAmount', 'tracks', 'share'], division],
  [['paymentFrequency', 'tracks', 'termInMonths', 'gracePeriodInMonths', 'rateSteps', 'fromMonth'], terms],
  [['tracks', 'interestType', 'index'], indexes],
  [['currency', 'amount', 'loanAmount', 'tracks', 'share', 'repaymentMethod', 'balloonAmount', 'gracePeriodInMonths'], methods],
  [['currency', 'amount', 'loanAmount', 'fees', 'timing', 'financed'], fees],
];

/** `/tracks/0/termInMonths` is about `termInMonths`, `/tracks/0` about `tracks`, no path about the whole body. */
const fieldOf = ({ path = '' }: Fault): string | undefined =>
  path.split('/').findLast((segment) => segment !== '' && !/^[0-9]+$/.test(segment));

/** Everything in a request that contradicts itself or cannot be, each with its place. `misformed` is what is wrong with its form. */
export function inconsistencies(request: Request, today: Day, misformed: readonly Fault[] = []): Fault[] {
  const wrong = misformed.map(fieldOf);
  if (wrong.includes(undefined)) return [];
  return checks.filter(([fields]) => !fields.some((field) => wrong.includes(field))).flatMap(([, check]) => check(request, today));
}
