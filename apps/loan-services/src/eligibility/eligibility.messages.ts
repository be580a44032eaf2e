import { Amount, Currency, withDescription, discloses, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { BranchAccount } from '../branch-accounts/branch-account.messages.js';
import { reasons, type Reason } from './eligibility.js';

const strict = { additionalProperties: false } as const;

const Offer = Type.Object(
  {
    product: Type.String({ description: 'Name of the loan product.' }),
    minimumAmount: withDescription(Amount, 'Lowest amount the bank lends under this offer.'),
    maximumAmount: withDescription(Amount, 'Highest amount the bank lends this customer under this offer.'),
    currency: withDescription(Currency, 'Currency of the loan, an ISO 4217 code.'),
    termInMonths: withDescription(
      Type.Object(
        {
          minimum: Type.Integer({ description: 'Shortest term in months.' }),
          maximum: Type.Integer({ description: 'Longest term in months.' }),
        },
        strict,
      ),
      'Shortest and longest term of the loan.',
    ),
    annualInterestRate: Type.String({ description: 'Interest rate in per cent a year, as a decimal string.' }),
    estimatedInstalment: withDescription(Amount, 'Monthly instalment of the highest amount over the longest term.'),
    aprc: Type.String({
      pattern: '^-?[0-9]+\\.[0-9]$',
      description:
        'Annual percentage rate of charge (Directive 2014/17/EU Annex I) of the highest amount over the longest term, in per cent with one decimal.',
    }),
    validUntil: withDescription(IsoDate, 'Last day on which the offer holds.'),
  },
  { ...strict, description: 'estimatedInstalment and aprc are of the highest amount over the longest term.' },
);
export type Offer = Static<typeof Offer>;

/** The rule is documented in docs/eligibility.md. */
export const LoanEligibility = Type.Object(
  {
    ...discloses('none', {
      account: withDescription(BranchAccount, 'The account whose income and debt service were judged.'),
      asOf: withDescription(IsoDate, "The bank's day on which the judgement was made."),
    }),
    ...discloses('balance', {
      eligible: Type.Boolean({
        description:
          'Whether the bank would offer a loan: by income, debt service, arrears and the length of the relationship. If not, `reasons` has every reason.',
      }),
      reasons: Type.Array(Type.Unsafe<Reason>({ type: 'string', enum: [...reasons] }), {
        description: 'Codes of the rules that exclude a loan; empty where the customer is eligible.',
      }),
      offers: Type.Array(Offer, { description: 'Loans the bank would offer; empty where the customer is not eligible.' }),
    }),
  },
  { $id: 'LoanEligibility', ...strict },
);
export type LoanEligibility = Static<typeof LoanEligibility>;
