import { AccountReference, RequestedAmount, Instant, IsoDate, linksNamed, TppWarnings } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { transitions } from './mandate.js';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const mandateText = (maxLength: number) => Type.Optional(text(maxLength));

const Address = Type.Object(
  {
    addressLines: Type.Optional(Type.Array(text(70), { maxItems: 7 })),
    streetName: mandateText(70),
    buildingNumber: mandateText(16),
    postCode: mandateText(16),
    townName: mandateText(35),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  },
  { additionalProperties: false },
);

const Party = Type.Object({ name: text(140), address: Type.Optional(Address) }, { additionalProperties: false });

const mandateFields = {
  mandateId: text(35),
  mandateType: Type.Object(
    {
      localInstrumentCode: Type.String({ enum: ['CORE', 'B2B', 'DDMC'] }),
      classificationCode: Type.String({
        enum: ['FIXE', 'USGB', 'VARI'],
        description: 'FIXE collects a fixed amount, USGB by usage, VARI what varies.',
      }),
      categoryPurposeCode: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{1,4}$' })),
    },
    { additionalProperties: false },
  ),
  occurrences: Type.Object(
    {
      sequenceType: Type.String({ enum: ['RCUR', 'OOFF'], description: 'RCUR recurs, OOFF collects once.' }),
      frequencyType: Type.Optional(Type.String({ enum: ['YEAR', 'MIAN', 'QURT', 'MNTH', 'FRTN', 'WEEK', 'DAIL', 'ADHO'] })),
      firstCollectionDate: Type.Optional(IsoDate),
      finalCollectionDate: Type.Optional(IsoDate),
    },
    { additionalProperties: false },
  ),
  collectionAmount: Type.Optional(RequestedAmount),
  maximumAmount: Type.Optional(RequestedAmount),
  reason: Type.Optional(Type.Object({ code: mandateText(4), proprietary: mandateText(70) }, { additionalProperties: false })),
  creditor: Party,
  creditorSchemeIdentification: text(35),
  creditorAccount: AccountReference,
  creditorAgent: Type.Optional(Type.String({ format: 'bic' })),
  ultimateCreditor: Type.Optional(Party),
  debtor: Type.Object({ name: text(140) }, { additionalProperties: false }),
  debtorAccount: Type.Optional(AccountReference),
  ultimateDebtor: Type.Optional(Party),
  referredDocument: Type.Optional(
    Type.Object(
      {
        typeCode: mandateText(4),
        typeProprietary: mandateText(35),
        number: mandateText(35),
        creditorReference: mandateText(35),
        relatedDate: Type.Optional(IsoDate),
      },
      { additionalProperties: false },
    ),
  ),
};

/** What a creditor asks to be let: the names of ISO 20022 pain.009. */
export const MandateRequest = Type.Object(mandateFields, { $id: 'MandateRequest', additionalProperties: false });
export type MandateRequest = Static<typeof MandateRequest>;

const MandateStatusCode = Type.String({ enum: Object.keys(transitions), description: 'MandateStatus of the openFinance data dictionary.' });
const reasonCode = Type.Optional(Type.String({ description: 'MandateReasonCode.' }));

export const MandateCreated = Type.Object(
  {
    resourceId: Type.String({ format: 'uuid' }),
    mandateStatus: MandateStatusCode,
    _links: linksNamed('scaOAuth', 'self', 'status'),
    tppMessages: Type.Optional(TppWarnings),
  },
  { $id: 'MandateCreated', additionalProperties: false },
);
export type MandateCreated = Static<typeof MandateCreated>;

/** The customer is asked whether the mandate may end; until the answer it stays as it is. */
export const MandateCancellation = Type.Object(
  {
    resourceId: Type.String({ format: 'uuid' }),
    mandateStatus: MandateStatusCode,
    _links: linksNamed('scaOAuth', 'self', 'status'),
  },
  { $id: 'MandateCancellation', additionalProperties: false },
);
export type MandateCancellation = Static<typeof MandateCancellation>;

/** The mandate as accepted, and how far it has come. */
export const Mandate = Type.Object(
  {
    ...mandateFields,
    resourceId: Type.String({ format: 'uuid' }),
    mandateStatus: MandateStatusCode,
    dateOfSignature: Type.Optional(IsoDate),
    statusChangeDateTime: Instant,
    reasonCode,
  },
  { $id: 'Mandate', additionalProperties: false },
);
export type Mandate = Static<typeof Mandate>;

/** Without personal data. */
export const MandateState = Type.Object(
  { mandateStatus: MandateStatusCode, reasonCode },
  { $id: 'MandateState', additionalProperties: false },
);
export type MandateState = Static<typeof MandateState>;
