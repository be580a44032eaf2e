import { monthsAfter, unknownName, type Fault } from '@open-banking/messages';
import { Decimal, sum } from './decimal.js';
import type { Day } from './interval.js';
import { monthsBetweenPayments, trackAmounts } from './loan.js';
import type { MortgageSimulationRequest as Request, RequestedTrack } from './mortgage-simulation.messages.js';

/** `withoutValues`: the text without what was computed from the request. */
const contradiction = (path: string, text: string, withoutValues?: string): Fault => ({
  code: 'PARAMETER_NOT_CONSISTENT',
  path,
  text,
  ...(withoutValues !== undefined && { withoutValues }),
});
const malformed = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', path, text });

type NamedAmount = [path: string, amount: { currency: string; amount: string } | undefined];
type Check = (request: Request, today: Day) => Fault[];

/** The allowed years: a loan of forty years from the last of them still has four-digit years. */
const years = { first: 1970, last: 2199 };
/** How long after its default date the first payment may be. */
const longestDelayInMonths = 12;

const amountsOf = ({ propertyValue, loanAmount, tracks, fees = [], monthlyNetIncome }: Request): NamedAmount[] => [
  ['/propertyValue', propertyValue],
  ['/loanAmount', loanAmount],
  ...tracks.flatMap(({ amount, balloonAmount }, at): NamedAmount[] => [
    [`/tracks/${at}/amount`, amount],
    [`/tracks/${at}/balloonAmount`, balloonAmount],
  ]),
  ...fees.map(({ amount }, at): NamedAmount => [`/fees/${at}/amount`, amount]),
  ['/monthlyNetIncome', monthlyNetIncome],
];

const oneCurrency: Check = (request) =>
  amountsOf(request)
    .filter(([, asked]) => asked && asked.currency !== request.loanAmount.currency)
    .map(([path]) => contradiction(`${path}/currency`, `Must be ${request.loanAmount.currency}, the currency of loanAmount.`));

const positive: Check = (request) =>
  amountsOf(request)
    .filter(([path, asked]) => asked && !path.startsWith('/fees') && new Decimal(asked.amount).isZero())
    .map(([path]) => malformed(`${path}/amount`, 'Must be more than zero.'));

const dates: Check = ({ drawdownDate, firstPaymentDate, paymentFrequency }, today) => {
  const drawdown = drawdownDate ?? today;
  const year = Number(drawdown.slice(0, 4));
  if (year < years.first || year > years.last) return [malformed('/drawdownDate', `Must be in the years ${years.first} to ${years.last}.`)];
  const latest = monthsAfter(drawdown, monthsBetweenPayments({ paymentFrequency }) + longestDelayInMonths);
  if (!firstPaymentDate || (firstPaymentDate > drawdown && firstPaymentDate <= latest)) return [];
  const text = (first: string, last: string): string => `Must be after the drawdown (${first}) and not after ${last}.`;
  return [contradiction('/firstPaymentDate', text(drawdown, latest), text(unknownName, unknownName))];
};

/** All tracks are given by amount or all by share, and they add up to the loan. */
const division: Check = (request) => {
  const { tracks, loanAmount } = request;
  const shares = tracks.flatMap(({ share }) => share ?? []);
  if (shares.length > 0 && shares.length < tracks.length) return [contradiction('/tracks', 'Give all tracks by amount, or all by share.')];
  if (shares.length === tracks.length) {
    const total = sum(shares.map((share) => new Decimal(share)));
    if (!total.eq(100)) {
      const text = `The shares sum to ${total.toString()} %, not 100 %.`;
      return [contradiction('/tracks', text, 'The shares do not sum to 100 %.')];
    }
    return trackAmounts(request).flatMap((amount, at) =>
      amount.gt(0) || new Decimal(loanAmount.amount).isZero()
        ? []
        : [contradiction(`/tracks/${at}/share`, 'Must amount to at least the smallest unit of the currency.')],
    );
  }
  const total = sum(trackAmounts(request));
  if (total.eq(loanAmount.amount)) return [];
  const text = `The amounts sum to ${total.toString()}, not to loanAmount ${loanAmount.amount}.`;
  return [contradiction('/tracks', text, 'The amounts do not sum to loanAmount.')];
};

const terms: Check = (request) => {
  const period = monthsBetweenPayments(request);
  const broken = (months: number) => months % period !== 0;
  const whole = `Must be a multiple of the payment period of ${period} months.`;
  return request.tracks.flatMap(({ termInMonths, gracePeriodInMonths = 0, rateSteps = [] }, at) => [
    ...(broken(termInMonths) ? [contradiction(`/tracks/${at}/termInMonths`, whole)] : []),
    ...(broken(gracePeriodInMonths) ? [contradiction(`/tracks/${at}/gracePeriodInMonths`, whole)] : []),
    ...(gracePeriodInMonths >= termInMonths ? [contradiction(`/tracks/${at}/gracePeriodInMonths`, 'Must be shorter than the term.')] : []),
    ...rateSteps.flatMap(({ fromMonth }, step) => [
      ...(broken(fromMonth - 1)
        ? [contradiction(`/tracks/${at}/rateSteps/${step}/fromMonth`, `Must be the first month of a payment period of ${period} months.`)]
        : []),
      ...(fromMonth > termInMonths ? [contradiction(`/tracks/${at}/rateSteps/${step}/fromMonth`, 'Must be within the term.')] : []),
      ...(step > 0 && fromMonth <= rateSteps[step - 1]!.fromMonth
        ? [contradiction(`/tracks/${at}/rateSteps/${step}/fromMonth`, 'Must be after the previous step.')]
        : []),
    ]),
  ]);
};

const indexes: Check = ({ tracks }) =>
  tracks.flatMap(({ interestType, index }, at) => {
    if (interestType === 'indexed' && !index) return [contradiction(`/tracks/${at}/index`, 'An indexed track needs an index.')];
    return interestType === 'fixed' && index
      ? [contradiction(`/tracks/${at}/index`, 'A track with a fixed rate must not have an index.')]
      : [];
  });

function balloonFaults({ repaymentMethod, balloonAmount }: RequestedTrack, path: string, amount: Decimal | undefined): Fault[] {
  if (repaymentMethod !== 'balloon') return balloonAmount ? [contradiction(path, 'Only a balloon track may have a balloon amount.')] : [];
  if (!balloonAmount) return [contradiction(path, 'A balloon track needs a balloon amount.')];
  if (!amount?.lt(balloonAmount.amount)) return [];
  return [contradiction(path, `Must be at most the track's amount of ${amount.toString()}.`, "Must be at most the track's amount.")];
}

const graceFaults = ({ repaymentMethod, gracePeriodInMonths = 0 }: RequestedTrack, path: string): Fault[] =>
  repaymentMethod === 'interestOnly' && gracePeriodInMonths > 0
    ? [contradiction(path, 'An interest-only track must not have a grace period.')]
    : [];

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
      financed && timing !== 'upfront' ? [contradiction(`/fees/${at}/financed`, 'Only an upfront fee can be financed.')] : [],
    ),
    ...(upfront.gt(0) && upfront.gte(loanAmount.amount) ? [contradiction('/fees', 'The upfront fees must be less than the loan.')] : []),
  ];
};

/** Each check with the fields it reads. It is skipped if one of them is malformed. */
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

/** All contradictions and impossible values in a request, each with its path. `misformed`: the faults of its form. */
export function inconsistencies(request: Request, today: Day, misformed: readonly Fault[] = []): Fault[] {
  const wrong = misformed.map(fieldOf);
  if (wrong.includes(undefined)) return [];
  return checks.filter(([fields]) => !fields.some((field) => wrong.includes(field))).flatMap(([, check]) => check(request, today));
}
