import { Amount, RequestedAmount, IsoDate } from '@open-banking/messages';
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
    name: text(70),
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
    name: text(70),
    amount: Type.Optional(RequestedAmount),
    share: Type.Optional(perCent('Per cent of loanAmount; all shares together are 100.')),
    interestType: InterestType,
    annualInterestRate: perCent('Per cent a year, all in, at the beginning.'),
    index: Type.Optional(Index),
    termInMonths: Type.Integer({ minimum: 1, maximum: 480 }),
    repaymentMethod: RepaymentMethod,
    balloonAmount: Type.Optional(RequestedAmount),
    gracePeriodInMonths: Type.Optional(Type.Integer({ minimum: 0, maximum: 479, description: 'Interest only, from the beginning.' })),
    rateSteps: Type.Optional(Type.Array(RateStep, { maxItems: 40 })),
  },
  { ...strict, 'x-one-of-keys': ['amount', 'share'] },
);
export type RequestedTrack = Static<typeof RequestedTrack>;

const RequestedFee = Type.Object(
  {
    type: text(70),
    amount: RequestedAmount,
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
    propertyValue: RequestedAmount,
    loanAmount: RequestedAmount,
    drawdownDate: Type.Optional(IsoDate),
    firstPaymentDate: Type.Optional(IsoDate),
    paymentFrequency: Type.Optional(oneOf(['monthly', 'quarterly', 'yearly'], 'Default monthly.')),
    tracks: Type.Array(RequestedTrack, { minItems: 1, maxItems: 10 }),
    fees: Type.Optional(Type.Array(RequestedFee, { maxItems: 20 })),
    monthlyNetIncome: Type.Optional(RequestedAmount),
    stress: Type.Optional(Stress),
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
    number: Type.Integer(),
    date: IsoDate,
    openingBalance: Amount,
    interest: Amount,
    principal: Amount,
    indexation: Amount,
    fees: Amount,
    instalment: Amount,
    closingBalance: Amount,
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
    name: Type.String(),
    amount: Amount,
    share: ratio('Per cent of the loan.'),
    interestType: InterestType,
    annualInterestRate: Type.String(),
    index: Type.Optional(Index),
    termInMonths: Type.Integer(),
    repaymentMethod: RepaymentMethod,
    numberOfInstalments: Type.Integer(),
    lastPaymentDate: IsoDate,
    firstInstalment: Amount,
    highestInstalment: Amount,
    totalInterest: Amount,
    totalIndexation: Amount,
    totalAmountPayable: Amount,
  },
  { ...strict, description: 'One track, fees paid with the instalments left out.' },
);
export type TrackSummary = Static<typeof TrackSummary>;

const Stressed = Type.Object(
  {
    rateIncrease: Type.String(),
    appliesTo: oneOf(['all', 'variable']),
    firstInstalment: Amount,
    highestInstalment: Amount,
    totalInterest: Amount,
    totalAmountPayable: Amount,
    ...aprcFields,
    paymentToIncome: Type.Optional(ratio('Per cent.')),
  },
  strict,
);

export const MortgageSimulation = Type.Object(
  {
    drawdownDate: IsoDate,
    firstPaymentDate: IsoDate,
    lastPaymentDate: IsoDate,
    numberOfInstalments: Type.Integer(),
    totalAmountOfCredit: Type.Unsafe<Amount>({
      ...Amount,
      description: 'The loan and the fees added to it: what the principal column sums to.',
    }),
    loanToValue: ratio('Total amount of credit in per cent of the property value.'),
    firstInstalment: Amount,
    highestInstalment: Amount,
    totalInterest: Amount,
    totalIndexation: Amount,
    totalFees: Amount,
    totalAmountPayable: Amount,
    ...aprcFields,
    paymentToIncome: Type.Optional(ratio('The first full instalment a month in per cent of monthlyNetIncome.')),
    stressed: Type.Optional(Stressed),
    tracks: Type.Array(TrackSummary),
    schedule: Type.Optional(Type.Array(ScheduleRow)),
    warnings: Type.Array(
      Type.Object(
        {
          code: oneOf(['LOAN_TO_VALUE_HIGH', 'PAYMENT_TO_INCOME_HIGH', 'STRESSED_PAYMENT_TO_INCOME_HIGH', 'TERM_LONG']),
          text: Type.String(),
        },
        strict,
      ),
    ),
  },
  { $id: 'MortgageSimulation', ...strict },
);
export type MortgageSimulation = Static<typeof MortgageSimulation>;
