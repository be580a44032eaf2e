import { AccountReference, RequestedAmount, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const text = Type.Optional(Type.String({ maxLength: 140 }));

/** An instruction as clearing received it: what `listInstructions` gives, of which this much is needed. */
export const ReceivedInstruction = Type.Object({
  paymentId: Type.String({ format: 'uuid' }),
  product: Type.String({ minLength: 1, maxLength: 60 }),
  instructedOn: IsoDate,
  instructedAt: Type.String({ format: 'date-time' }),
  message: Type.Object({
    paymentIdentification: Type.Object({ instructionIdentification: text, endToEndIdentification: text }),
    interbankSettlementAmount: RequestedAmount,
    chargeBearer: text,
    /** The client that asked for the payment. */
    initiatingParty: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    debtorAccount: Type.Object({ iban: Type.String({ format: 'iban' }) }),
    ultimateDebtor: text,
    creditor: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 140 }),
      postalAddress: Type.Optional(Type.Object({})),
      identification: text,
    }),
    creditorAccount: AccountReference,
    creditorAgent: text,
    creditorAgentName: text,
    ultimateCreditor: text,
    purpose: text,
    remittanceInformation: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String()), Type.Object({})])),
  }),
});
export type ReceivedInstruction = Static<typeof ReceivedInstruction>;

/** What the recovery did with an instruction: it was here, or is again; or why it is not. */
export interface Taken {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly outcome: 'known' | 'recovered' | 'problem';
  readonly problem?: string;
}

export interface RecoveryState {
  readonly state: 'none' | 'open';
  readonly recoveryNumber?: number;
  readonly reason?: string;
  readonly detectedAt?: string;
  readonly recovered?: number;
  readonly problems?: number;
}
