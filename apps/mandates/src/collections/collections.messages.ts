import { RequestedAmount } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A collection as it is presented: by the sandbox's operator here, by clearing where there is one. */
export const CollectionPresented = Type.Object(
  {
    collectionId: Type.String({ format: 'uuid' }),
    amount: RequestedAmount,
    endToEndId: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    remittance: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
  },
  { additionalProperties: false },
);
export type CollectionPresented = Static<typeof CollectionPresented>;

export const CustomerCollectionRequest = Type.Object({ psuId: Type.String({ format: 'uuid' }) }, { additionalProperties: false });
export type CustomerCollectionRequest = Static<typeof CustomerCollectionRequest>;
