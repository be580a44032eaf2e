import { AccountReference, RequestedAmount, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const text = (most: number) => Type.String({ minLength: 1, maxLength: most, pattern: '\\S' });

/** A credit transfer as the debtor's bank sent it: the parts of an ISO 20022 pacs.008 that a statement shows. */
export const CreditTransfer = Type.Object(
  {
    /** The scheme it came by. */
    product: text(60),
    amount: RequestedAmount,
    /** When the creditor's bank had the money: value is dated no later (PSD2 art. 87(1)). Default: today. */
    settlementDate: Type.Optional(IsoDate),
    debtorName: text(140),
    debtorAccount: Type.Optional(AccountReference),
    debtorAgent: Type.Optional(Type.String({ format: 'bic' })),
    ultimateDebtor: Type.Optional(text(70)),
    creditorName: Type.Optional(text(140)),
    creditorAccount: Type.Object({ iban: Type.String({ format: 'iban' }) }, { additionalProperties: false }),
    ultimateCreditor: Type.Optional(text(70)),
    endToEndId: Type.Optional(text(35)),
    remittanceUnstructured: Type.Optional(text(140)),
    remittanceStructured: Type.Optional(text(35)),
    purposeCode: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{4}$' })),
  },
  { additionalProperties: false },
);
export type CreditTransfer = Static<typeof CreditTransfer>;

/** Why a transfer is rejected: ISO 20022 ExternalStatusReason1Code. */
export const rejections = {
  AC01: 'No account of this bank has this IBAN.',
  AC04: 'The account is closed.',
  AM03: 'The account is kept in another currency.',
} as const;
export type Rejection = keyof typeof rejections;

/** What became of it. */
export interface CreditTransferState {
  readonly transferId: string;
  readonly state: 'booked' | 'rejected';
  readonly bookedOn?: string;
  readonly reason?: Rejection;
  readonly text?: string;
}
