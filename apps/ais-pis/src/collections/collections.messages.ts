import { AccountReference, RequestedAmount } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const said = Type.Optional(Type.String());

/** A collection that its mandate lets be made: which account pays, and what its statement will say. */
export const CollectionToBook = Type.Object(
  {
    accountId: Type.String({ format: 'uuid' }),
    amount: RequestedAmount,
    scheme: Type.String({ enum: ['CORE', 'B2B', 'DDMC'] }),
    mandateId: Type.String(),
    creditorId: Type.String(),
    creditorName: Type.String(),
    creditorAccount: AccountReference,
    creditorAgent: said,
    ultimateCreditor: said,
    debtorName: Type.String(),
    ultimateDebtor: said,
    endToEndId: said,
    remittance: said,
  },
  { additionalProperties: false },
);
export type CollectionToBook = Static<typeof CollectionToBook>;

/** ISO 20022 ExternalReturnReason1Code. */
export type BookingReturn = 'AC01' | 'AC04' | 'AC06' | 'AM03' | 'AM04' | 'MS03';

export type Decision =
  { readonly state: 'booked'; readonly bookedOn: string } | { readonly state: 'returned'; readonly reason: BookingReturn };
