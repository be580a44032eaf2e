import Type, { type Static } from 'typebox';
import { withDescription } from './annotation.js';
import { Amount } from './amount.js';
import { Instant, IsoDate } from './dates.js';

/** NextGenPSD2 1.3.11 `balance`. `creditLimitIncluded` says whether the agreed credit line is in the amount. */
export const Balance = Type.Object(
  {
    balanceType: Type.String({
      enum: ['closingBooked', 'expected', 'openingBooked', 'interimAvailable', 'interimBooked', 'forwardAvailable', 'nonInvoiced'],
      description: 'Kind of balance (NextGenPSD2 1.3.11 `balanceType`).',
    }),
    balanceAmount: withDescription(Amount, 'The balance; negative where money is owed.'),
    creditLimitIncluded: Type.Optional(
      Type.Boolean({ description: 'Whether the amount includes the agreed credit line; absent where there is none.' }),
    ),
    referenceDate: Type.Optional(withDescription(IsoDate, 'Day the balance refers to; absent where it is of now.')),
    lastChangeDateTime: Type.Optional(withDescription(Instant, 'Instant of the last change; absent where it is not known.')),
    lastCommittedTransaction: Type.Optional(
      Type.String({ maxLength: 35, description: '`entryReference` of the last entry in the balance; absent where it is not known.' }),
    ),
  },
  { $id: 'Balance', additionalProperties: false },
);
export type Balance = Static<typeof Balance>;
