import {
  AccountReference,
  CountryCode,
  withDescription,
  RequestedAmount,
  Instant,
  IsoDate,
  linksNamed,
  TppWarnings,
  VisibleLine,
} from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { transitions } from './mandate.js';

const mandateText = (maxLength: number) => Type.Optional(VisibleLine(maxLength));

const Address = Type.Object(
  {
    addressLines: Type.Optional(Type.Array(VisibleLine(70), { maxItems: 7, description: 'Address as free lines, at most seven.' })),
    streetName: withDescription(mandateText(70), 'Street name of the address.'),
    buildingNumber: withDescription(mandateText(16), 'Building number of the address.'),
    postCode: withDescription(mandateText(16), 'Postal code of the address.'),
    townName: withDescription(mandateText(35), 'Town of the address.'),
    country: Type.Optional(CountryCode),
  },
  { additionalProperties: false },
);

const Party = Type.Object(
  {
    name: withDescription(VisibleLine(140), 'Name of the party.'),
    address: Type.Optional(withDescription(Address, 'Postal address of the party; absent where it is not known.')),
  },
  { additionalProperties: false },
);

const mandateFields = {
  mandateId: withDescription(VisibleLine(35), 'Reference that the creditor gives the mandate, unique for this creditor.'),
  mandateType: Type.Object(
    {
      localInstrumentCode: Type.String({
        enum: ['CORE', 'B2B', 'DDMC'],
        description: 'Direct-debit scheme as an ISO 20022 local instrument code.',
      }),
      classificationCode: Type.String({
        enum: ['FIXE', 'USGB', 'VARI'],
        description: 'How amounts behave: `FIXE` collects a fixed amount, `USGB` by usage, `VARI` a varying amount.',
      }),
      categoryPurposeCode: Type.Optional(
        Type.String({
          pattern: '^[A-Z0-9]{1,4}$',
          'x-must': 'be a code of 1 to 4 capital letters or digits, like "SALA"',
          description: 'Purpose of the collections as an ISO 20022 ExternalCategoryPurpose1Code.',
        }),
      ),
    },
    { additionalProperties: false, description: 'Scheme of the mandate and how its amounts behave.' },
  ),
  occurrences: Type.Object(
    {
      sequenceType: Type.String({ enum: ['RCUR', 'OOFF'], description: '`RCUR` recurs, `OOFF` collects once.' }),
      frequencyType: Type.Optional(
        Type.String({
          enum: ['YEAR', 'MIAN', 'QURT', 'MNTH', 'FRTN', 'WEEK', 'DAIL', 'ADHO'],
          description: 'Frequency of collections as an ISO 20022 Frequency6Code; required for recurring mandates.',
        }),
      ),
      firstCollectionDate: Type.Optional(
        withDescription(IsoDate, 'First day on which the creditor may collect; without it, as soon as the mandate is active.'),
      ),
      finalCollectionDate: Type.Optional(
        withDescription(IsoDate, 'Last day on which the creditor may collect; without it, the mandate has no end.'),
      ),
    },
    { additionalProperties: false, description: 'How often, and between which days, the creditor collects.' },
  ),
  collectionAmount: Type.Optional(withDescription(RequestedAmount, 'Amount of each collection; for mandates of a fixed amount.')),
  maximumAmount: Type.Optional(withDescription(RequestedAmount, 'Highest amount of one collection; for mandates of varying amounts.')),
  reason: Type.Optional(
    Type.Object(
      {
        code: withDescription(mandateText(4), 'Reason as an ISO 20022 ExternalMandateSetupReason1Code.'),
        proprietary: withDescription(mandateText(70), "Reason in the creditor's own words."),
      },
      { additionalProperties: false, description: "Reason for the mandate, as a code or in the creditor's own words." },
    ),
  ),
  creditor: withDescription(Party, 'Party that collects.'),
  creditorSchemeIdentification: withDescription(
    VisibleLine(35),
    'Identification of the creditor in the scheme, such as a SEPA creditor identifier.',
  ),
  creditorAccount: withDescription(AccountReference, 'Account that receives the collections.'),
  creditorAgent: Type.Optional(Type.String({ format: 'bic', description: "BIC (ISO 9362) of the creditor's bank." })),
  ultimateCreditor: Type.Optional(withDescription(Party, 'Party on whose behalf the creditor collects.')),
  debtor: Type.Object(
    { name: withDescription(VisibleLine(140), 'Name of the party that pays.') },
    { additionalProperties: false, description: 'Party that pays.' },
  ),
  debtorAccount: Type.Optional(
    withDescription(AccountReference, 'Account that is debited; where it is absent, the customer chooses one during the approval.'),
  ),
  ultimateDebtor: Type.Optional(withDescription(Party, 'Party on whose behalf the debtor pays.')),
  referredDocument: Type.Optional(
    Type.Object(
      {
        typeCode: withDescription(mandateText(4), 'Type of the document as an ISO 20022 code.'),
        typeProprietary: withDescription(mandateText(35), "Type of the document in the creditor's own words."),
        number: withDescription(mandateText(35), 'Number of the document.'),
        creditorReference: withDescription(mandateText(35), "Creditor's reference to the document."),
        relatedDate: Type.Optional(withDescription(IsoDate, 'Date of the document.')),
      },
      { additionalProperties: false, description: 'Contract or invoice that the mandate belongs to.' },
    ),
  ),
};

/** A creditor's request for a mandate, with the names of ISO 20022 pain.009. */
export const MandateRequest = Type.Object(mandateFields, { $id: 'MandateRequest', additionalProperties: false });
export type MandateRequest = Static<typeof MandateRequest>;

const MandateStatusCode = Type.String({ enum: Object.keys(transitions), description: 'MandateStatus of the openFinance data dictionary.' });
const reasonCode = Type.Optional(
  Type.String({
    description: 'Reason for the status as a MandateReasonCode of the openFinance data dictionary; absent where there is none.',
  }),
);

export const MandateCreated = Type.Object(
  {
    resourceId: Type.String({ format: 'uuid', description: 'Id of the mandate, for its paths and the scope `MANDATE:<resourceId>`.' }),
    mandateStatus: withDescription(
      MandateStatusCode,
      'Status of the mandate (MandateStatus of the openFinance data dictionary); `RCVD` until the customer approves it.',
    ),
    _links: withDescription(
      linksNamed('scaOAuth', 'self', 'status'),
      "`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the mandate's own paths.",
    ),
    tppMessages: Type.Optional(
      withDescription(TppWarnings, 'Warnings about parts of the request that the bank ignored; absent where there are none.'),
    ),
  },
  { $id: 'MandateCreated', additionalProperties: false },
);
export type MandateCreated = Static<typeof MandateCreated>;

/** The customer is asked to approve the cancellation; until then the mandate is unchanged. */
export const MandateCancellation = Type.Object(
  {
    resourceId: Type.String({ format: 'uuid', description: 'Id of the mandate, for the scope `MANDATE-CANCEL:<resourceId>`.' }),
    mandateStatus: withDescription(MandateStatusCode, 'Status of the mandate, unchanged until the customer approves the cancellation.'),
    _links: withDescription(
      linksNamed('scaOAuth', 'self', 'status'),
      "`scaOAuth` is the metadata of the cancellation issuer; `self` and `status` are the mandate's own paths.",
    ),
  },
  { $id: 'MandateCancellation', additionalProperties: false },
);
export type MandateCancellation = Static<typeof MandateCancellation>;

/** The mandate as accepted, with its status. */
export const Mandate = Type.Object(
  {
    ...mandateFields,
    resourceId: Type.String({ format: 'uuid', description: 'Id of the mandate.' }),
    mandateStatus: withDescription(MandateStatusCode, 'Current status of the mandate (MandateStatus of the openFinance data dictionary).'),
    dateOfSignature: Type.Optional(withDescription(IsoDate, 'Day on which the customer approved the mandate; absent before.')),
    statusChangeDateTime: withDescription(Instant, 'Instant at which the status last changed.'),
    reasonCode,
  },
  { $id: 'Mandate', additionalProperties: false },
);
export type Mandate = Static<typeof Mandate>;

/** Without personal data. */
export const MandateState = Type.Object(
  {
    mandateStatus: withDescription(MandateStatusCode, 'Current status of the mandate (MandateStatus of the openFinance data dictionary).'),
    reasonCode,
  },
  { $id: 'MandateState', additionalProperties: false },
);
export type MandateState = Static<typeof MandateState>;
