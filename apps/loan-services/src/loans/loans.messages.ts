import { Amount, Currency, discloses, IsoDate, Link, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { BranchAccount } from '../branch-accounts/branch-account.messages.js';

const oneOf = <const Values extends string[]>(values: Values) => Type.Unsafe<Values[number]>({ type: 'string', enum: values });
const strict = { additionalProperties: false } as const;
const perCent = Type.String({ description: 'Per cent a year.' });
const loanId = Type.String({ format: 'uuid', description: 'The resourceId of the same loan in savings and loans.' });

const summary = {
  ...discloses('none', { loanAccountId: loanId }),
  // The account that repays the loan: the other operations are asked by its numbers.
  ...discloses('otherAccount', { branchNumber: Type.String(), accountNumber: Type.String() }, 'accounts'),
  ...discloses('none', {
    product: Type.String(),
    currency: Currency,
    originalAmount: Amount,
  }),
  // This list is of what is owed; a consent for lists alone (`availableAccounts…`) does not open it.
  ...discloses(
    'balance',
    {
      outstandingBalance: Type.Unsafe<Amount>({
        ...Amount,
        description: 'What was charged and is not paid: totalOutstanding of loansBalances without accruedInterest.',
      }),
    },
    'accounts',
  ),
  ...discloses('none', {
    interestType: oneOf(['fixed', 'variable', 'indexed', 'mixed']),
    annualInterestRate: perCent,
    startDate: IsoDate,
    endDate: IsoDate,
    nextPaymentDate: Type.Optional(IsoDate),
  }),
  ...discloses('balance', { nextPaymentAmount: Type.Optional(Amount) }, 'accounts'),
  ...discloses('none', { status: oneOf(['active', 'inArrears', 'frozen', 'closed']) }),
};

/** `self` where the consent covers the loan's details. */
export const Loan = Type.Object({ ...summary, ...discloses('none', { _links: linksNamed('self') }) }, { $id: 'Loan', ...strict });
export type Loan = Static<typeof Loan>;

export const LoanList = Type.Object(
  {
    loans: Type.Array(Loan),
    ...discloses('none', { _links: Type.Object({ first: Link, next: Type.Optional(Link) }, strict) }),
  },
  { $id: 'LoanList', ...strict },
);
export type LoanList = Static<typeof LoanList>;

const Track = Type.Object(
  {
    name: Type.String(),
    originalAmount: Amount,
    outstandingPrincipal: Amount,
    interestType: oneOf(['fixed', 'variable', 'indexed']),
    annualInterestRate: perCent,
    index: Type.Optional(
      Type.Object({ name: Type.String(), margin: Type.Optional(Type.String()), baseValue: Type.Optional(Type.String()) }, strict),
    ),
    repaymentMethod: oneOf(['annuity', 'equalPrincipal', 'interestOnly', 'balloon']),
    termInMonths: Type.Integer(),
    startDate: IsoDate,
    endDate: IsoDate,
    nextRateChangeDate: Type.Optional(IsoDate),
  },
  strict,
);

const Collateral = Type.Object(
  {
    type: oneOf(['property', 'vehicle', 'deposit', 'securities']),
    description: Type.String(),
    value: Amount,
    valuationDate: IsoDate,
  },
  strict,
);

const Instalment = Type.Object(
  {
    number: Type.Integer(),
    dueDate: IsoDate,
    openingBalance: Amount,
    indexation: Amount,
    interest: Amount,
    principal: Amount,
    fees: Amount,
    instalment: Amount,
    closingBalance: Amount,
    overdue: Type.Optional(Type.Boolean()),
  },
  {
    ...strict,
    description: 'Not paid yet. instalment = interest + principal + fees; closingBalance = openingBalance + indexation − principal.',
  },
);

const EarlyRepayment = Type.Object(
  {
    allowedFrom: IsoDate,
    fee: Amount,
    amountToday: Amount,
  },
  { ...strict, description: 'Repaying all of it: the fee is part of amountToday.' },
);

/** A loan with everything the bank knows of it. */
export const LoanDetails = Type.Object(
  {
    ...summary,
    ...discloses('balance', { tracks: Type.Array(Track) }),
    ...discloses('none', {
      collaterals: Type.Array(Collateral),
      guarantors: Type.Integer({ description: 'How many there are.' }),
    }),
    ...discloses('balance', {
      earlyRepayment: Type.Optional(EarlyRepayment),
      remainingSchedule: Type.Array(Instalment),
    }),
    ...discloses('none', { _links: linksNamed('self') }),
  },
  { $id: 'LoanDetails', ...strict },
);
export type LoanDetails = Static<typeof LoanDetails>;

const described = (description: string) => Type.Unsafe<Amount>({ ...Amount, description });
const owed = {
  outstandingPrincipal: described('Principal that is not due yet, without indexation.'),
  accruedInterest: described('Interest since the last due date, to the end of the day before `asOf`; not charged yet.'),
  indexation: described('What the index has added to the principal that is not due yet. Payments count against the amount drawn first.'),
  arrears: described('What is overdue: unpaid instalments with their principal, late interest and fees.'),
  totalOutstanding: described('outstandingPrincipal + indexation + accruedInterest + arrears.'),
  payoffAmount: described('What closes the loan on this day: totalOutstanding and the fee for repaying the principal that is not due yet.'),
};

export const AccountLoansBalances = Type.Object(
  {
    ...discloses('otherAccount', { account: BranchAccount }, 'balances'),
    ...discloses('none', {
      asOf: Type.Unsafe<Static<typeof IsoDate>>({
        ...IsoDate,
        description: "The bank's day. Instalments that fell due before it and are not paid are in the arrears.",
      }),
    }),
    ...discloses('balance', {
      loans: Type.Array(Type.Object({ loanAccountId: loanId, ...owed }, strict)),
      totals: Type.Array(Type.Object({ currency: Currency, ...owed }, strict), { description: 'One a currency.' }),
    }),
  },
  { $id: 'AccountLoansBalances', ...strict },
);
export type AccountLoansBalances = Static<typeof AccountLoansBalances>;
