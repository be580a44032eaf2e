import { RequestedAmount } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A collection as the creditor's bank presents it on its day: the parts of an ISO 20022 pain.008 or pacs.003 that find and fill it. */
export const ReceivedCollection = Type.Object(
  {
    /** The creditor scheme identification, and its number for the mandate. */
    creditorId: Type.String({ minLength: 1, maxLength: 35 }),
    mandateId: Type.String({ minLength: 1, maxLength: 35 }),
    scheme: Type.String({ enum: ['CORE', 'B2B', 'DDMC'] }),
    debtorAccount: Type.Object({ iban: Type.String({ format: 'iban' }) }, { additionalProperties: false }),
    amount: RequestedAmount,
    endToEndId: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    remittance: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
  },
  { additionalProperties: false },
);
export type ReceivedCollection = Static<typeof ReceivedCollection>;
