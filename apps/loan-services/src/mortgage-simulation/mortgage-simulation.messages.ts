import { Amount, withDescription, RequestedAmount, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const oneOf = <const Values extends string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...(description && { description }) });
const strict = { additionalProperties: false } as const;
const perCent = (description: string) =>
  Type.String({
    pattern: '^(100(\\.0{1,6})?|[0-9]{1,2}(\\.[0-9]{1,6})?)$',
    'x-must': 'be a per cent from 0 to 100, like "4.25"',
    description,
    examples: ['4.25'],
  });
const signedPerCent = (description: string) =>
  Type.String({
    pattern: '^-?[0-9]{1,2}(\\.[0-9]{1,6})?$',
    'x-must': 'be a per cent between -100 and 100, like "2.0"',
    description,
    examples: ['2.0'],
  });
const ratio = (description: string) => Type.String({ pattern: '^-?[0-9]+\\.[0-9]+$', description });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const InterestType = oneOf(['fixed', 'variable', 'indexed']);
const RepaymentMethod = oneOf(['annuity', 'equalPrincipal', 'interestOnly', 'balloon']);

const Index = Type.Object(
  {
    name: withDescription(text(70), 'Name of the index.'),
    assumedAnnualChange: Type.Optional(
      signedPerCent(
        'Assumed for the whole term; 0 where absent. Of a variable rate: points a year. Of an indexed track: growth of what is owed, per cent a year.',
      ),
    ),
    margin: Type.Optional(signedPerCent('The part of annualInterestRate that is above the index; it is included there.')),
  },
  strict,
);

const RateStep = Type.Object(
  {
    fromMonth: Type.Integer({
      minimum: 2,
      maximum: 480,
      description: 'Month of the loan, counted from 1, from which the rate holds; a payment period begins with it.',
    }),
    annualInterestRate: perCent('Per cent a year.'),
  },
  strict,
);

export const RequestedTrack = Type.Object(
  {
    name: withDescription(text(70), 'Name of the track; the answer repeats it.'),
    amount: Type.Optional(withDescription(RequestedAmount, 'Amount of the track; either `amount` or `share` is required.')),
    share: Type.Optional(perCent('Per cent of loanAmount; all shares together are 100.')),
    interestType: withDescription(InterestType, 'How the rate of the track behaves.'),
    annualInterestRate: perCent('Per cent a year, all in, at the beginning.'),
    index: Type.Optional(withDescription(Index, 'Index that a variable or indexed track follows.')),
    termInMonths: Type.Integer({ minimum: 1, maximum: 480, description: 'Term of the track in months.' }),
    repaymentMethod: withDescription(
      RepaymentMethod,
      'How the track is repaid: equal instalments, equal principal, interest only, or with a last large payment.',
    ),
    balloonAmount: Type.Optional(
      withDescription(RequestedAmount, 'Principal that is repaid with the last instalment; for `balloon` only.'),
    ),
    gracePeriodInMonths: Type.Optional(Type.Integer({ minimum: 0, maximum: 479, description: 'Interest only, from the beginning.' })),
    rateSteps: Type.Optional(
      Type.Array(RateStep, { maxItems: 40, description: 'Changes of the rate during the term, in ascending order.' }),
    ),
  },
  { ...strict, $id: 'MortgageTrack', 'x-one-of-keys': ['amount', 'share'] },
);
export type RequestedTrack = Static<typeof RequestedTrack>;

const RequestedFee = Type.Object(
  {
    type: withDescription(text(70), 'Name of the fee, such as a valuation fee.'),
    amount: withDescription(RequestedAmount, 'Amount of the fee each time it is paid.'),
    timing: oneOf(
      ['upfront', 'perPayment', 'yearly', 'atEnd'],
      'At drawdown; with each instalment; with the instalment that completes a year; with the last instalment.',
    ),
    financed: Type.Optional(Type.Boolean({ description: 'Added to the loan. Only for fees at drawdown.' })),
  },
  strict,
);

const Stress = Type.Object(
  {
    rateIncrease: perCent('Points added to the yearly rate from the first day.'),
    appliesTo: Type.Optional(oneOf(['all', 'variable'], 'All tracks (default), or only those of variable rate.')),
  },
  strict,
);

export const MortgageSimulationRequest = Type.Object(
  {
    propertyValue: withDescription(RequestedAmount, 'Value of the property that secures the loan.'),
    loanAmount: withDescription(RequestedAmount, 'Amount of the loan, without financed fees.'),
    drawdownDate: Type.Optional(withDescription(IsoDate, "Day on which the loan is drawn; the bank's today by default.")),
    firstPaymentDate: Type.Optional(
      withDescription(IsoDate, 'Day of the first instalment; one payment period after the drawdown by default.'),
    ),
    paymentFrequency: Type.Optional(oneOf(['monthly', 'quarterly', 'yearly'], 'Default monthly.')),
    tracks: Type.Array(RequestedTrack, {
      minItems: 1,
      maxItems: 10,
      description: 'Parts of the loan, each with its own rate and term; together they are the loan.',
    }),
    fees: Type.Optional(Type.Array(RequestedFee, { maxItems: 20, description: 'Fees of the loan; none by default.' })),
    monthlyNetIncome: Type.Optional(
      withDescription(RequestedAmount, 'Net income of the household in a month; without it the answer has no `paymentToIncome`.'),
    ),
    stress: Type.Optional(withDescription(Stress, 'Rise of the rates to simulate as well; without it the answer has no `stressed`.')),
  },
  { $id: 'MortgageSimulationRequest', ...strict },
);
export type MortgageSimulationRequest = Static<typeof MortgageSimulationRequest>;

export const MortgageSimulationQuery = Type.Object(
  {
    schedule: Type.Optional(oneOf(['full', 'yearly', 'none'], 'One row an instalment (default), one a year of the loan, or none.')),
  },
  strict,
);
export type MortgageSimulationQuery = Static<typeof MortgageSimulationQuery>;

const ScheduleRow = Type.Object(
  {
    number: Type.Integer({ description: 'Number of the instalment, or of the year of the loan, counted from 1.' }),
    date: withDescription(IsoDate, 'Day of the instalment, or of the last one in the year.'),
    openingBalance: withDescription(Amount, 'Principal before the instalment.'),
    interest: withDescription(Amount, 'Part of the instalment that is interest.'),
    principal: withDescription(Amount, 'Part of the instalment that repays principal.'),
    indexation: withDescription(Amount, 'Part of the instalment that repays what the index has added.'),
    fees: withDescription(Amount, 'Part of the instalment that is fees.'),
    instalment: withDescription(Amount, 'Amount to pay.'),
    closingBalance: withDescription(Amount, 'Principal after the instalment.'),
  },
  {
    ...strict,
    description: 'instalment = interest + principal + indexation + fees; closingBalance = openingBalance − principal, before indexation.',
  },
);
export type ScheduleRow = Static<typeof ScheduleRow>;

const aprcFields = {
  aprc: ratio('Annual percentage rate of charge (Directive 2014/17/EU Annex I), per cent, one decimal.'),
  aprcExact: ratio('The same, six decimals.'),
};

const TrackSummary = Type.Object(
  {
    name: Type.String({ description: 'Name of the track, as requested.' }),
    amount: withDescription(Amount, 'Amount of the track.'),
    share: ratio('Per cent of the loan.'),
    interestType: withDescription(InterestType, 'How the rate of the track behaves.'),
    annualInterestRate: Type.String({ description: 'Interest rate at the beginning in per cent a year, as a decimal string.' }),
    index: Type.Optional(withDescription(Index, 'Index that the track follows; absent where the request named none.')),
    termInMonths: Type.Integer({ description: 'Term of the track in months.' }),
    repaymentMethod: withDescription(RepaymentMethod, 'How the track is repaid.'),
    numberOfInstalments: Type.Integer({ description: 'Number of instalments of the track.' }),
    lastPaymentDate: withDescription(IsoDate, 'Day of the last instalment of the track.'),
    firstInstalment: withDescription(Amount, 'Amount of the first instalment of the track.'),
    highestInstalment: withDescription(Amount, 'Amount of the highest instalment of the track.'),
    totalInterest: withDescription(Amount, 'Interest of the track over its whole term.'),
    totalIndexation: withDescription(Amount, 'What the index adds to the track over its whole term.'),
    totalAmountPayable: withDescription(Amount, 'All instalments of the track together.'),
  },
  { ...strict, description: 'One track, fees paid with the instalments left out.' },
);
export type TrackSummary = Static<typeof TrackSummary>;

const Stressed = Type.Object(
  {
    rateIncrease: Type.String({ description: 'Points added to the yearly rates, as requested.' }),
    appliesTo: oneOf(['all', 'variable'], 'Tracks whose rate was raised.'),
    firstInstalment: withDescription(Amount, 'Amount of the first instalment under the raised rates.'),
    highestInstalment: withDescription(Amount, 'Amount of the highest instalment under the raised rates.'),
    totalInterest: withDescription(Amount, 'Interest over the whole term under the raised rates.'),
    totalAmountPayable: withDescription(Amount, 'All payments together under the raised rates.'),
    ...aprcFields,
    paymentToIncome: Type.Optional(ratio('Per cent.')),
  },
  strict,
);

export const MortgageSimulation = Type.Object(
  {
    drawdownDate: withDescription(IsoDate, 'Day on which the loan is drawn.'),
    firstPaymentDate: withDescription(IsoDate, 'Day of the first instalment.'),
    lastPaymentDate: withDescription(IsoDate, 'Day of the last instalment.'),
    numberOfInstalments: Type.Integer({ description: 'Number of instalments of the loan.' }),
    totalAmountOfCredit: withDescription(Amount, 'The loan and the fees added to it: what the principal column sums to.'),
    loanToValue: ratio('Total amount of credit in per cent of the property value.'),
    firstInstalment: withDescription(Amount, 'Amount of the first instalment.'),
    highestInstalment: withDescription(Amount, 'Amount of the highest instalment.'),
    totalInterest: withDescription(Amount, 'Interest over the whole term.'),
    totalIndexation: withDescription(Amount, 'What the indices add to the loan over the whole term.'),
    totalFees: withDescription(Amount, 'All fees together.'),
    totalAmountPayable: withDescription(Amount, 'All payments together: principal, interest, indexation and fees.'),
    ...aprcFields,
    paymentToIncome: Type.Optional(ratio('The first full instalment a month in per cent of monthlyNetIncome.')),
    stressed: Type.Optional(withDescription(Stressed, 'The same loan under raised rates; absent unless the request has `stress`.')),
    tracks: Type.Array(TrackSummary, { description: 'Summary of each track, in the order of the request.' }),
    schedule: Type.Optional(Type.Array(ScheduleRow, { description: 'One row for each instalment or year; absent with `schedule=none`.' })),
    warnings: Type.Array(
      Type.Object(
        {
          code: oneOf(
            ['LOAN_TO_VALUE_HIGH', 'PAYMENT_TO_INCOME_HIGH', 'STRESSED_PAYMENT_TO_INCOME_HIGH', 'TERM_LONG'],
            'Limit that is exceeded.',
          ),
          text: Type.String({ description: 'Explanation of the warning in plain words.' }),
        },
        strict,
      ),
      { description: 'Limits of the bank that the loan exceeds; empty where it exceeds none.' },
    ),
  },
  { $id: 'MortgageSimulation', ...strict },
);
export type MortgageSimulation = Static<typeof MortgageSimulation>;
