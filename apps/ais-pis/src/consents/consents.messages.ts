import { AccountReference, CashAccountType, IsoDate, linksNamed, TppWarnings } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const References = (description: string) => Type.Optional(Type.Array(AccountReference, { description }));
const AllOf = (description: string) => Type.Optional(Type.String({ enum: ['allAccounts', 'allAccountsWithOwnerName'], description }));

/** What a consent is for (NextGenPSD2 1.3.11, `accountAccess`); savings, loans, cards and securities accounts may be named as well. */
export const Access = Type.Object(
  {
    accounts: References('Details of these; empty: of those the customer chooses.'),
    balances: References('Balances of these, and their details; empty: of those the customer chooses.'),
    transactions: References('Transactions of these, and their details; empty: of those the customer chooses.'),
    additionalInformation: Type.Optional(
      Type.Object(
        {
          ownerName: References("Owners' names of these; empty: of those the customer chooses."),
          trustedBeneficiaries: Type.Optional(Type.Array(AccountReference, { description: 'Not supported: 400.' })),
        },
        { additionalProperties: false },
      ),
    ),
    availableAccounts: AllOf('The lists alone, of all the customer has.'),
    availableAccountsWithBalance: AllOf('The lists with balances, of all the customer has.'),
    allPsd2: AllOf('Everything of all the customer has, now and later.'),
    restrictedTo: Type.Optional(
      Type.Array(CashAccountType, { minItems: 1, description: 'Only accounts of these types; not where accounts are named.' }),
    ),
  },
  { $id: 'Access', additionalProperties: false },
);
export type Access = Static<typeof Access>;

export const ConsentRequest = Type.Object(
  {
    access: Access,
    recurringIndicator: Type.Boolean(),
    validUntil: Type.String({ format: 'date', description: 'Last day; cut to the longest this bank allows.', examples: ['2027-01-31'] }),
    frequencyPerDay: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Reads of each operation and resource in any 24 hours without the customer; cut to 4. 1 where the consent is for one access.',
    }),
    combinedServiceIndicator: Type.Boolean({ description: '`true` is not supported: 400.' }),
  },
  { $id: 'ConsentRequest', additionalProperties: false },
);
export type ConsentRequest = Static<typeof ConsentRequest>;

const Status = Type.String({
  enum: ['received', 'partiallyAuthorised', 'valid', 'rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp'],
  description:
    'As in NextGenPSD2 1.3.11; `replacedByTpp` of openFinance: a newer recurring consent of the same client and customer has taken its place.',
});

export const ConsentCreated = Type.Object(
  {
    consentStatus: Status,
    consentId: Type.String({ format: 'uuid' }),
    _links: linksNamed('scaOAuth', 'self', 'status'),
    tppMessages: Type.Optional(TppWarnings),
  },
  { additionalProperties: false },
);
export type ConsentCreated = Static<typeof ConsentCreated>;

/** What was asked for, and once it is approved what was granted. */
export const Consent = Type.Object(
  {
    access: Access,
    recurringIndicator: Type.Boolean(),
    validUntil: IsoDate,
    frequencyPerDay: Type.Integer(),
    lastActionDate: IsoDate,
    consentStatus: Status,
    _links: linksNamed('self', 'status', 'account'),
  },
  { additionalProperties: false },
);
export type Consent = Static<typeof Consent>;

export const ConsentStatusAnswer = Type.Object({ consentStatus: Status }, { additionalProperties: false });
export type ConsentStatusAnswer = Static<typeof ConsentStatusAnswer>;
