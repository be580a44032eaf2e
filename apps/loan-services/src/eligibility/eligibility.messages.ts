import { Amount, Currency, discloses, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { BranchAccount } from '../branch-accounts/branch-account.messages.js';
import { reasons, type Reason } from './eligibility.js';

const strict = { additionalProperties: false } as const;

const Offer = Type.Object(
  {
    product: Type.String(),
    minimumAmount: Amount,
    maximumAmount: Amount,
    currency: Currency,
    termInMonths: Type.Object({ minimum: Type.Integer(), maximum: Type.Integer() }, strict),
    annualInterestRate: Type.String({ description: 'Per cent a year.' }),
    estimatedInstalment: Amount,
    aprc: Type.String({ pattern: '^-?[0-9]+\\.[0-9]$', description: 'Per cent, one decimal.' }),
    validUntil: IsoDate,
  },
  { ...strict, description: 'estimatedInstalment and aprc are of the highest amount over the longest term.' },
);
export type Offer = Static<typeof Offer>;

/** docs/eligibility.md says by which rule. */
export const LoanEligibility = Type.Object(
  {
    ...discloses('none', { account: BranchAccount, asOf: IsoDate }),
    ...discloses('balance', {
      eligible: Type.Boolean(),
      reasons: Type.Array(Type.Unsafe<Reason>({ type: 'string', enum: [...reasons] })),
      offers: Type.Array(Offer),
    }),
  },
  { $id: 'LoanEligibility', ...strict },
);
export type LoanEligibility = Static<typeof LoanEligibility>;
