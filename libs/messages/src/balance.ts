import Type, { type Static } from 'typebox';
import { Amount } from './amount.js';
import { Instant, IsoDate } from './dates.js';

/** NextGenPSD2 1.3.11 `balance`. `creditLimitIncluded` says whether the agreed credit line is in the amount. */
export const Balance = Type.Object(
  {
    balanceType: Type.String({
      enum: ['closingBooked', 'expected', 'openingBooked', 'interimAvailable', 'interimBooked', 'forwardAvailable', 'nonInvoiced'],
    }),
    balanceAmount: Amount,
    creditLimitIncluded: Type.Optional(Type.Boolean()),
    referenceDate: Type.Optional(IsoDate),
    lastChangeDateTime: Type.Optional(Instant),
    lastCommittedTransaction: Type.Optional(Type.String({ maxLength: 35 })),
  },
  { $id: 'Balance', additionalProperties: false },
);
export type Balance = Static<typeof Balance>;
