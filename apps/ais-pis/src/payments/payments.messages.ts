import { AccountReference, AmountAsked, IsoDate, linksNamed, TppMessages, TppWarnings } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { next } from './payment.js';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const paymentText = (maxLength: number) => Type.Optional(text(maxLength));

const Address = Type.Object({
  streetName: paymentText(70), buildingNumber: paymentText(16), townName: paymentText(35), postCode: paymentText(16),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' }),
}, { additionalProperties: false });

const Structured = Type.Object({ reference: text(35), referenceType: paymentText(35), referenceIssuer: paymentText(35) }, { additionalProperties: false });

const paymentFields = {
  endToEndIdentification: paymentText(35),
  instructionIdentification: paymentText(35),
  debtorAccount: Type.Optional(AccountReference),
  debtorName: paymentText(70),
  ultimateDebtor: paymentText(70),
  instructedAmount: AmountAsked,
  creditorAccount: AccountReference,
  creditorAgent: Type.Optional(Type.String({ format: 'bic', description: 'BIC (ISO 9362).' })),
  creditorName: text(70),
  creditorAddress: Type.Optional(Address),
  ultimateCreditor: paymentText(70),
  purposeCode: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{4}$', description: 'ISO 20022 ExternalPurpose1Code.' })),
  chargeBearer: Type.Optional(Type.String({ enum: ['DEBT', 'CRED', 'SHAR', 'SLEV'] })),
  remittanceInformationUnstructured: paymentText(140),
  remittanceInformationStructured: Type.Optional(Structured),
  requestedExecutionDate: Type.Optional(IsoDate),
};

/** NextGenPSD2 1.3.11 `paymentInitiation_json`; `debtorAccount` may be left to the customer. */
export const PaymentRequest = Type.Object(paymentFields, { $id: 'PaymentRequest', additionalProperties: false });
export type PaymentRequest = Static<typeof PaymentRequest>;

const TransactionStatus = Type.String({ enum: Object.keys(next), description: 'ISO 20022 ExternalPaymentTransactionStatus1Code.' });

/** `paymentInitationRequestResponse-201`. */
export const PaymentCreated = Type.Object({
  transactionStatus: TransactionStatus,
  paymentId: Type.String({ format: 'uuid' }),
  _links: linksNamed('scaOAuth', 'self', 'status'),
  tppMessages: Type.Optional(TppWarnings),
}, { $id: 'PaymentCreated', additionalProperties: false });
export type PaymentCreated = Static<typeof PaymentCreated>;

/** `paymentInitiationWithStatusResponse`: the body as accepted, and how far it has come. */
export const Payment = Type.Object({
  ...paymentFields,
  paymentId: Type.String({ format: 'uuid' }),
  transactionStatus: TransactionStatus,
  tppMessages: Type.Optional(TppMessages.properties.tppMessages),
}, { $id: 'Payment', additionalProperties: false });
export type Payment = Static<typeof Payment>;

/** `paymentInitiationStatusResponse-200_json`. */
export const PaymentStatus = Type.Object({
  transactionStatus: TransactionStatus,
  tppMessages: Type.Optional(TppMessages.properties.tppMessages),
}, { $id: 'PaymentStatus', additionalProperties: false });
export type PaymentStatus = Static<typeof PaymentStatus>;
