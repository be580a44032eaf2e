import {
  AccountReference,
  CountryCode,
  withDescription,
  Href,
  RequestedAmount,
  codes,
  IsoDate,
  linksNamed,
  TppWarnings,
  VisibleLine,
} from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { longestName, nameMatchCodes } from './payee/payee-check.js';
import { transitions } from './payment.js';

const paymentText = (maxLength: number) => Type.Optional(VisibleLine(maxLength));

const addressFields = {
  streetName: withDescription(paymentText(70), 'Street name of the address.'),
  buildingNumber: withDescription(paymentText(16), 'Building number of the address.'),
  townName: withDescription(paymentText(35), 'Town of the address.'),
  postCode: withDescription(paymentText(16), 'Postal code of the address.'),
  country: CountryCode,
};
/** A structured address: from November 2026 clearing rejects addresses without town and country (EPC, SWIFT CBPR+). */
const Address = Type.Object(
  {
    ...addressFields,
    townName: withDescription(VisibleLine(35), 'Town of the address; required, because clearing rejects addresses without one.'),
  },
  { additionalProperties: false },
);
/** The address of older payments. */
const KeptAddress = Type.Object(addressFields, { additionalProperties: false });

const Structured = Type.Object(
  {
    reference: withDescription(VisibleLine(35), 'Reference of the creditor, such as an ISO 11649 creditor reference.'),
    referenceType: withDescription(paymentText(35), 'Type of the reference, such as `SCOR`.'),
    referenceIssuer: withDescription(paymentText(35), 'Issuer of the reference.'),
  },
  { additionalProperties: false },
);

const paymentFields = {
  endToEndIdentification: withDescription(
    paymentText(35),
    'Reference that travels with the payment to the creditor; absent where the debtor gives none.',
  ),
  instructionIdentification: withDescription(paymentText(35), 'Reference between the client and this bank; the creditor never sees it.'),
  debtorAccount: Type.Optional(
    withDescription(AccountReference, 'Account to pay from; where it is absent, the customer chooses one during the approval.'),
  ),
  debtorName: withDescription(paymentText(70), "Name of the party that pays, where it differs from the account's owner."),
  ultimateDebtor: withDescription(paymentText(70), 'Party on whose behalf the debtor pays.'),
  instructedAmount: withDescription(RequestedAmount, 'Amount to pay, in the currency in which the creditor receives it.'),
  creditorAccount: withDescription(AccountReference, 'Account to pay to.'),
  creditorAgent: Type.Optional(Type.String({ format: 'bic', description: "BIC (ISO 9362) of the creditor's bank." })),
  creditorAgentName: withDescription(paymentText(140), "Name of the creditor's bank."),
  creditorName: withDescription(VisibleLine(70), 'Name of the party that receives the money.'),
  creditorId: withDescription(paymentText(35), 'Identification of the creditor, such as a SEPA creditor identifier.'),
  creditorAddress: Type.Optional(withDescription(Address, 'Postal address of the creditor; required for cross-border payments.')),
  ultimateCreditor: withDescription(paymentText(70), 'Party on whose behalf the creditor receives the money.'),
  purposeCode: Type.Optional(
    Type.String({
      pattern: '^[A-Z0-9]{4}$',
      'x-must': 'be a code of 4 capital letters or digits, like "SALA"',
      description: 'Purpose of the payment as an ISO 20022 ExternalPurpose1Code.',
    }),
  ),
  chargeBearer: Type.Optional(
    Type.String({
      enum: ['DEBT', 'CRED', 'SHAR', 'SLEV'],
      description:
        'Who pays the charges, as an ISO 20022 ChargeBearerType1Code: with `SHAR` and `SLEV` each side pays its own bank, with `DEBT` the debtor pays all. Not every product takes each; `CRED` is always refused.',
    }),
  ),
  remittanceInformationUnstructured: withDescription(paymentText(140), 'Free text for the creditor about the purpose of the payment.'),
  remittanceInformationUnstructuredArray: Type.Optional(
    Type.Array(VisibleLine(140), {
      minItems: 1,
      maxItems: 10,
      description: 'Free text in several entries, at most 140 characters in total, counting one between two entries.',
    }),
  ),
  remittanceInformationStructured: Type.Optional(
    withDescription(Structured, 'Structured reference for the creditor, instead of free text.'),
  ),
  requestedExecutionDate: Type.Optional(
    withDescription(
      IsoDate,
      'Day on which the bank executes the payment, at most one year ahead; without it, as soon as the payment is approved.',
    ),
  ),
};

/** NextGenPSD2 1.3.11 `paymentInitiation_json`; without `debtorAccount` the customer chooses it. */
export const PaymentRequest = Type.Object(paymentFields, { $id: 'PaymentRequest', additionalProperties: false });
export type PaymentRequest = Static<typeof PaymentRequest>;

/** Why a payment was rejected (an error), or that the bank investigates or checks it (a warning; 1.3.11 `tppMessage2XX`). */
const PaymentMessages = Type.Optional(
  Type.Array(
    Type.Object(
      {
        category: Type.String({
          enum: ['ERROR', 'WARNING'],
          description: '`ERROR` if the payment was rejected, `WARNING` if the bank investigates it or looks at it before it executes it.',
        }),
        code: Type.String({ enum: [...Object.keys(codes), 'WARNING'], description: 'Message code of NextGenPSD2 1.3.11 §14.11.' }),
        text: Type.Optional(Type.String({ maxLength: 500, description: 'Explanation of the code in plain words.' })),
        href: Type.Optional(withDescription(Href, 'The page that explains the code, a path under the base URL; absent from a `WARNING`.')),
      },
      { additionalProperties: false },
    ),
  ),
);

/** `originalTransactionInformationAndVopStatus` of openFinance PIS 2.3. */
const VerificationOfPayee = Type.Optional(
  Type.Array(
    Type.Object(
      {
        originalEndToEndId: withDescription(
          Type.Optional(Type.String({ maxLength: 35 })),
          '`endToEndIdentification` of the payment, where it has one.',
        ),
        transactionStatus: Type.String({
          enum: ['RCVD', 'RVCM'],
          description: 'Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`.',
        }),
        creditorNameMatch: Type.String({
          enum: [...nameMatchCodes],
          description:
            'Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`).',
        }),
        matchedCreditorName: Type.Optional(
          Type.String({ maxLength: longestName, description: "The owner's name as the creditor's bank has it; only with `CMTC`." }),
        ),
      },
      { additionalProperties: false },
    ),
    { maxItems: 1, description: 'What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without.' },
  ),
);

const TransactionStatus = Type.String({ enum: Object.keys(transitions), description: 'ISO 20022 ExternalPaymentTransactionStatus1Code.' });

/** `paymentInitationRequestResponse-201`. */
export const PaymentCreated = Type.Object(
  {
    transactionStatus: withDescription(
      TransactionStatus,
      'Status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code; `RCVD`, or `RVCM` after a check of the name that the customer should look at, until the customer approves it.',
    ),
    originalTransactionInformationAndVopStatus: VerificationOfPayee,
    paymentId: Type.String({ format: 'uuid', description: 'Id of the payment, for its paths and the scope `PIS:<paymentId>`.' }),
    _links: withDescription(
      linksNamed('scaOAuth', 'self', 'status'),
      "`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the payment's own paths.",
    ),
    tppMessages: Type.Optional(
      withDescription(TppWarnings, 'Warnings about parts of the request that the bank ignored; absent where there are none.'),
    ),
  },
  { $id: 'PaymentCreated', additionalProperties: false },
);
export type PaymentCreated = Static<typeof PaymentCreated>;

/** `paymentInitiationWithStatusResponse`: the accepted body and the current status. */
export const Payment = Type.Object(
  {
    ...paymentFields,
    creditorAddress: Type.Optional(withDescription(KeptAddress, 'Postal address of the creditor, as accepted.')),
    paymentId: Type.String({ format: 'uuid', description: 'Id of the payment.' }),
    transactionStatus: withDescription(
      TransactionStatus,
      'Current status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code.',
    ),
    originalTransactionInformationAndVopStatus: VerificationOfPayee,
    tppMessages: withDescription(
      PaymentMessages,
      'Reason why the payment was rejected, or a note that the bank investigates it, or looks at it before it executes it; absent otherwise.',
    ),
  },
  { $id: 'Payment', additionalProperties: false },
);
export type Payment = Static<typeof Payment>;

/** `paymentInitiationStatusResponse-200_json`. */
export const PaymentStatus = Type.Object(
  {
    transactionStatus: withDescription(
      TransactionStatus,
      'Current status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code.',
    ),
    originalTransactionInformationAndVopStatus: VerificationOfPayee,
    tppMessages: withDescription(
      PaymentMessages,
      'Reason why the payment was rejected, or a note that the bank investigates it, or looks at it before it executes it; absent otherwise.',
    ),
  },
  { $id: 'PaymentStatus', additionalProperties: false },
);
export type PaymentStatus = Static<typeof PaymentStatus>;
