import { AccountReference, RequestedAmount, codes, IsoDate, linksNamed, TppWarnings } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { transitions } from './payment.js';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const paymentText = (maxLength: number) => Type.Optional(text(maxLength));

const addressFields = {
  streetName: paymentText(70),
  buildingNumber: paymentText(16),
  townName: paymentText(35),
  postCode: paymentText(16),
  country: Type.String({ pattern: '^[A-Z]{2}$', 'x-must': 'be a country code of ISO 3166-1, like DE', description: 'ISO 3166-1 alpha-2.' }),
};
/** Structured: clearing takes no address without town and country from November 2026 on (EPC, SWIFT CBPR+). */
const Address = Type.Object({ ...addressFields, townName: text(35) }, { additionalProperties: false });
/** As older payments have it. */
const KeptAddress = Type.Object(addressFields, { additionalProperties: false });

const Structured = Type.Object(
  { reference: text(35), referenceType: paymentText(35), referenceIssuer: paymentText(35) },
  { additionalProperties: false },
);

const paymentFields = {
  endToEndIdentification: paymentText(35),
  instructionIdentification: paymentText(35),
  debtorAccount: Type.Optional(AccountReference),
  debtorName: paymentText(70),
  ultimateDebtor: paymentText(70),
  instructedAmount: RequestedAmount,
  creditorAccount: AccountReference,
  creditorAgent: Type.Optional(Type.String({ format: 'bic', description: 'BIC (ISO 9362).' })),
  creditorAgentName: paymentText(140),
  creditorName: text(70),
  creditorId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 35, pattern: '\\S', description: 'Of the creditor, such as a SEPA creditor identifier.' }),
  ),
  creditorAddress: Type.Optional(Address),
  ultimateCreditor: paymentText(70),
  purposeCode: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{4}$', description: 'ISO 20022 ExternalPurpose1Code.' })),
  chargeBearer: Type.Optional(
    Type.String({
      enum: ['DEBT', 'CRED', 'SHAR', 'SLEV'],
      description: 'ISO 20022 ChargeBearerType1Code; which of them a product takes is in docs/payments.md.',
    }),
  ),
  remittanceInformationUnstructured: paymentText(140),
  remittanceInformationUnstructuredArray: Type.Optional(
    Type.Array(text(140), { minItems: 1, maxItems: 10, description: 'At most 140 characters in all, counting one between two entries.' }),
  ),
  remittanceInformationStructured: Type.Optional(Structured),
  requestedExecutionDate: Type.Optional(IsoDate),
};

/** NextGenPSD2 1.3.11 `paymentInitiation_json`; `debtorAccount` may be left to the customer. */
export const PaymentRequest = Type.Object(paymentFields, { $id: 'PaymentRequest', additionalProperties: false });
export type PaymentRequest = Static<typeof PaymentRequest>;

/** Why a payment came to nothing (an error); or that the bank investigates one, as a warning (1.3.11 `tppMessage2XX`). */
const PaymentMessages = Type.Optional(
  Type.Array(
    Type.Object(
      {
        category: Type.String({ enum: ['ERROR', 'WARNING'] }),
        code: Type.String({ enum: [...Object.keys(codes), 'WARNING'] }),
        text: Type.Optional(Type.String({ maxLength: 500 })),
      },
      { additionalProperties: false },
    ),
  ),
);

const TransactionStatus = Type.String({ enum: Object.keys(transitions), description: 'ISO 20022 ExternalPaymentTransactionStatus1Code.' });

/** `paymentInitationRequestResponse-201`. */
export const PaymentCreated = Type.Object(
  {
    transactionStatus: TransactionStatus,
    paymentId: Type.String({ format: 'uuid' }),
    _links: linksNamed('scaOAuth', 'self', 'status'),
    tppMessages: Type.Optional(TppWarnings),
  },
  { $id: 'PaymentCreated', additionalProperties: false },
);
export type PaymentCreated = Static<typeof PaymentCreated>;

/** `paymentInitiationWithStatusResponse`: the body as accepted, and how far it has come. */
export const Payment = Type.Object(
  {
    ...paymentFields,
    creditorAddress: Type.Optional(KeptAddress),
    paymentId: Type.String({ format: 'uuid' }),
    transactionStatus: TransactionStatus,
    tppMessages: PaymentMessages,
  },
  { $id: 'Payment', additionalProperties: false },
);
export type Payment = Static<typeof Payment>;

/** `paymentInitiationStatusResponse-200_json`. */
export const PaymentStatus = Type.Object(
  {
    transactionStatus: TransactionStatus,
    tppMessages: PaymentMessages,
  },
  { $id: 'PaymentStatus', additionalProperties: false },
);
export type PaymentStatus = Static<typeof PaymentStatus>;
