import { Amount, Currency, withDescription, discloses, IsoDate, Link, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { BranchAccount } from '../branch-accounts/branch-account.messages.js';

const oneOf = <const Values extends string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, description });
const strict = { additionalProperties: false } as const;
const perCent = Type.String();
const loanId = Type.String({ format: 'uuid' });

const summary = {
  ...discloses('none', { loanAccountId: withDescription(loanId, 'Id of the loan, the resourceId of the same loan in savings and loans.') }),
  // The account that repays the loan: its numbers are the path parameters of the other operations.
  ...discloses(
    'otherAccount',
    {
      branchNumber: Type.String({ description: 'Branch number of the account that repays the loan.' }),
      accountNumber: Type.String({ description: 'Account number of the account that repays the loan.' }),
    },
    'accounts',
  ),
  ...discloses('none', {
    product: Type.String({ description: "Name of the bank's loan product." }),
    currency: withDescription(Currency, 'Currency of the loan, an ISO 4217 code.'),
    originalAmount: withDescription(Amount, 'Amount of the loan at drawdown.'),
  }),
  // This list contains debts, so a consent for lists only (`availableAccounts…`) does not cover it.
  ...discloses(
    'balance',
    {
      outstandingBalance: withDescription(
        Amount,
        'What was charged and is not paid: totalOutstanding of loansBalances without accruedInterest.',
      ),
    },
    'accounts',
  ),
  ...discloses('none', {
    interestType: oneOf(
      ['fixed', 'variable', 'indexed', 'mixed'],
      'How the rate behaves: `fixed`, `variable` with an index, `indexed` principal, or `mixed` over several tracks.',
    ),
    annualInterestRate: withDescription(
      perCent,
      'Interest rate in per cent a year, as a decimal string; over several tracks, their average weighted by principal.',
    ),
    startDate: withDescription(IsoDate, 'Day on which the loan was drawn.'),
    endDate: withDescription(IsoDate, 'Day on which the last instalment falls due.'),
    nextPaymentDate: Type.Optional(withDescription(IsoDate, 'Day on which the next instalment falls due; absent where none is left.')),
  }),
  ...discloses(
    'balance',
    { nextPaymentAmount: Type.Optional(withDescription(Amount, 'Amount of the next instalment; absent where none is left.')) },
    'accounts',
  ),
  ...discloses('none', {
    status: oneOf(
      ['active', 'inArrears', 'frozen', 'closed'],
      '`active` is paid on time, `inArrears` has overdue instalments, `frozen` is suspended, `closed` is repaid.',
    ),
  }),
};

/** Contains `self` if the consent covers the loan's details. */
export const Loan = Type.Object(
  {
    ...summary,
    ...discloses('none', {
      _links: withDescription(linksNamed('self'), "Path of the loan's details; absent unless the consent covers the loan's balances."),
    }),
  },
  { $id: 'Loan', ...strict },
);
export type Loan = Static<typeof Loan>;

export const LoanList = Type.Object(
  {
    loans: Type.Array(Loan, { description: 'Loans of one page that the consent covers.' }),
    ...discloses('none', {
      _links: withDescription(
        Type.Object(
          {
            first: withDescription(Link, 'Path of the first page.'),
            next: Type.Optional(withDescription(Link, 'Path of the next page; absent on the last page.')),
          },
          strict,
        ),
        'Paths of the first page and, except on the last page, the next page.',
      ),
    }),
  },
  { $id: 'LoanList', ...strict },
);
export type LoanList = Static<typeof LoanList>;

const Track = Type.Object(
  {
    name: Type.String({ description: 'Name of the track.' }),
    originalAmount: withDescription(Amount, 'Amount of the track at drawdown.'),
    outstandingPrincipal: withDescription(Amount, 'Principal of the track that is not due yet, without indexation.'),
    interestType: oneOf(['fixed', 'variable', 'indexed'], 'How the rate of the track behaves.'),
    annualInterestRate: withDescription(perCent, 'Interest rate of the track in per cent a year, as a decimal string.'),
    index: Type.Optional(
      withDescription(
        Type.Object(
          {
            name: Type.String({ description: 'Name of the index.' }),
            margin: Type.Optional(
              Type.String({
                description: 'Points above the index that make up the rate, as a decimal string; absent where the rate has none.',
              }),
            ),
            baseValue: Type.Optional(
              Type.String({
                description: 'Value of the index at drawdown, as a decimal string; absent where the principal is not indexed.',
              }),
            ),
          },
          strict,
        ),
        'Index that the track follows; absent for a fixed track.',
      ),
    ),
    repaymentMethod: oneOf(
      ['annuity', 'equalPrincipal', 'interestOnly', 'balloon'],
      'How the track is repaid: equal instalments, equal principal, interest only, or with a last large payment.',
    ),
    termInMonths: Type.Integer({ description: 'Term of the track in months.' }),
    startDate: withDescription(IsoDate, 'Day on which the track was drawn.'),
    endDate: withDescription(IsoDate, 'Day on which the last instalment of the track falls due.'),
    nextRateChangeDate: Type.Optional(
      withDescription(IsoDate, 'Day on which the rate may next change; absent where it cannot change any more.'),
    ),
  },
  strict,
);

const Collateral = Type.Object(
  {
    type: oneOf(['property', 'vehicle', 'deposit', 'securities'], 'Kind of collateral.'),
    description: Type.String({ description: 'Description of the collateral in plain words.' }),
    value: withDescription(Amount, 'Value of the collateral at its valuation.'),
    valuationDate: withDescription(IsoDate, 'Day on which the collateral was valued.'),
  },
  strict,
);

const Instalment = Type.Object(
  {
    number: Type.Integer({ description: 'Number of the instalment, counted from 1 at the start of the loan.' }),
    dueDate: withDescription(IsoDate, 'Day on which the instalment falls due.'),
    openingBalance: withDescription(Amount, 'Principal before the instalment.'),
    indexation: withDescription(Amount, 'What the index adds to the principal before the instalment.'),
    interest: withDescription(Amount, 'Part of the instalment that is interest.'),
    principal: withDescription(Amount, 'Part of the instalment that repays principal.'),
    fees: withDescription(Amount, 'Part of the instalment that is fees.'),
    instalment: withDescription(Amount, 'Amount to pay on the due date.'),
    closingBalance: withDescription(Amount, 'Principal after the instalment.'),
    overdue: Type.Optional(Type.Boolean({ description: '`true` where the instalment fell due and is not paid; absent otherwise.' })),
  },
  {
    ...strict,
    description: 'Not paid yet. instalment = interest + principal + fees; closingBalance = openingBalance + indexation − principal.',
  },
);

const EarlyRepayment = Type.Object(
  {
    allowedFrom: withDescription(IsoDate, 'First day on which the loan may be repaid early.'),
    fee: withDescription(Amount, 'Fee for repaying the loan today.'),
    amountToday: withDescription(Amount, 'Amount that repays the loan today, with the fee.'),
  },
  { ...strict, description: 'Repaying all of it: the fee is part of amountToday.' },
);

/** All details of a loan. */
export const LoanDetails = Type.Object(
  {
    ...summary,
    ...discloses('balance', { tracks: Type.Array(Track, { description: 'Parts of the loan, each with its own rate and term.' }) }),
    ...discloses('none', {
      collaterals: Type.Array(Collateral, { description: 'Collateral that secures the loan; empty where it is unsecured.' }),
      guarantors: Type.Integer({ description: 'Number of guarantors of the loan.' }),
    }),
    ...discloses('balance', {
      earlyRepayment: Type.Optional(
        withDescription(EarlyRepayment, 'Terms of repaying the loan today; absent where nothing is left to repay.'),
      ),
      remainingSchedule: Type.Array(Instalment, { description: 'Instalments that are not paid yet, in the order of their due dates.' }),
    }),
    ...discloses('none', { _links: withDescription(linksNamed('self'), 'Path of these details.') }),
  },
  { $id: 'LoanDetails', ...strict },
);
export type LoanDetails = Static<typeof LoanDetails>;

const owed = {
  outstandingPrincipal: withDescription(Amount, 'Principal that is not due yet, without indexation.'),
  accruedInterest: withDescription(Amount, 'Interest since the last due date, to the end of the day before `asOf`; not charged yet.'),
  indexation: withDescription(
    Amount,
    'What the index has added to the principal that is not due yet. Payments count against the amount drawn first.',
  ),
  arrears: withDescription(Amount, 'What is overdue: unpaid instalments with their principal, late interest and fees.'),
  totalOutstanding: withDescription(Amount, 'Everything owed: `outstandingPrincipal` + `indexation` + `accruedInterest` + `arrears`.'),
  payoffAmount: withDescription(
    Amount,
    'What closes the loan on this day: totalOutstanding and the fee for repaying the principal that is not due yet.',
  ),
};

export const AccountLoansBalances = Type.Object(
  {
    ...discloses('otherAccount', { account: withDescription(BranchAccount, 'The account that repays the loans.') }, 'balances'),
    ...discloses('none', {
      asOf: withDescription(IsoDate, "The bank's day. Instalments that fell due before it and are not paid are in the arrears."),
    }),
    ...discloses('balance', {
      loans: Type.Array(
        Type.Object(
          { loanAccountId: withDescription(loanId, 'Id of the loan, the resourceId of the same loan in savings and loans.'), ...owed },
          strict,
        ),
        { description: 'What is owed on each loan that the consent covers.' },
      ),
      totals: Type.Array(
        Type.Object({ currency: withDescription(Currency, 'Currency of these totals, an ISO 4217 code.'), ...owed }, strict),
        {
          description: 'What is owed on all these loans together, one entry for each currency.',
        },
      ),
    }),
  },
  { $id: 'AccountLoansBalances', ...strict },
);
export type AccountLoansBalances = Static<typeof AccountLoansBalances>;
