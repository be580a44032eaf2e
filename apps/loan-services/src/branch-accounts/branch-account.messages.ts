import { Currency } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** The account that the path of an operation names. */
export const BranchAccount = Type.Object(
  {
    branchNumber: Type.String(),
    accountNumber: Type.String(),
    iban: Type.String({ format: 'iban' }),
    currency: Currency,
  },
  { $id: 'BranchAccount', additionalProperties: false },
);
export type BranchAccount = Static<typeof BranchAccount>;
