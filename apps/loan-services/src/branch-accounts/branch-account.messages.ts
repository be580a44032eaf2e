import { Currency, withDescription } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** The account named in the path. */
export const BranchAccount = Type.Object(
  {
    branchNumber: Type.String({ description: 'Number of the branch, one to four digits.' }),
    accountNumber: Type.String({ description: 'Number of the account at the branch, one to ten digits.' }),
    iban: Type.String({ format: 'iban', description: 'IBAN of the account (ISO 13616).' }),
    currency: withDescription(Currency, 'Currency of the account, an ISO 4217 code.'),
  },
  { $id: 'BranchAccount', additionalProperties: false },
);
export type BranchAccount = Static<typeof BranchAccount>;
