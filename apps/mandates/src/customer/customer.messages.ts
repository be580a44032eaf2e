import Type, { type Static } from 'typebox';

const uuid = Type.String({ format: 'uuid' });

export const OfCustomer = Type.Object({ psuId: uuid }, { additionalProperties: false });
export type OfCustomer = Static<typeof OfCustomer>;

/** Which mandates wait for this customer: of these accounts, which need two owners and are theirs. */
export const PendingMandatesQuery = Type.Object(
  { psuId: uuid, accountIds: Type.Array(uuid, { maxItems: 1_000 }) },
  { additionalProperties: false },
);
export type PendingMandatesQuery = Static<typeof PendingMandatesQuery>;

/** A mandate of this client, as this customer is asked about it. */
export const PendingOne = Type.Object({ psuId: uuid, clientId: Type.String() }, { additionalProperties: false });
export type PendingOne = Static<typeof PendingOne>;

/** The same with what the customer was shown: what is approved is that, or nothing. */
export const ApprovalGiven = Type.Object({ psuId: uuid, clientId: Type.String(), facts: Type.Unknown() }, { additionalProperties: false });
export type ApprovalGiven = Static<typeof ApprovalGiven>;

/** By this customer; by the bank where none is named. */
export const ByWhom = Type.Object({ psuId: Type.Optional(uuid) }, { additionalProperties: false });
export type ByWhom = Static<typeof ByWhom>;
