import { AccountReference, CashAccountType, withDescription, IsoDate, linksNamed, TppWarnings } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const References = (description: string) => Type.Optional(Type.Array(AccountReference, { description }));
const AllOf = (description: string) => Type.Optional(Type.String({ enum: ['allAccounts', 'allAccountsWithOwnerName'], description }));

/** The requested access (NextGenPSD2 1.3.11, `accountAccess`); savings, loan, card and securities accounts may be named as well. */
export const Access = Type.Object(
  {
    accounts: References('Accounts whose details are requested; an empty list leaves the choice to the customer.'),
    balances: References('Accounts whose balances and details are requested; an empty list leaves the choice to the customer.'),
    transactions: References('Accounts whose transactions and details are requested; an empty list leaves the choice to the customer.'),
    additionalInformation: Type.Optional(
      Type.Object(
        {
          ownerName: References("Accounts whose owners' names are requested; an empty list leaves the choice to the customer."),
          trustedBeneficiaries: Type.Optional(
            Type.Array(AccountReference, { description: 'Not supported by this bank: requests with it get 400.' }),
          ),
        },
        { additionalProperties: false, description: 'Rights beyond accounts, balances and transactions; absent where none is requested.' },
      ),
    ),
    availableAccounts: AllOf('Requests the lists of accounts only, of everything the customer has.'),
    availableAccountsWithBalance: AllOf('Requests the lists of accounts with balances, of everything the customer has.'),
    allPsd2: AllOf('Requests every right on everything the customer has, now and later.'),
    restrictedTo: Type.Optional(
      Type.Array(CashAccountType, {
        minItems: 1,
        description: 'Limits the consent to accounts of these types; not together with named accounts.',
      }),
    ),
  },
  { $id: 'Access', additionalProperties: false },
);
export type Access = Static<typeof Access>;

export const ConsentRequest = Type.Object(
  {
    access: withDescription(Access, 'Rights that the customer is asked to grant, and on which accounts.'),
    recurringIndicator: Type.Boolean({
      description: '`true` for access until `validUntil`, `false` for access within 24 hours of the approval.',
    }),
    validUntil: Type.String({
      format: 'date',
      description: 'Last day on which the consent is valid; the bank shortens it to its maximum validity.',
      examples: ['2027-01-31'],
    }),
    frequencyPerDay: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Reads of each operation and resource within any 24 hours while the customer is absent; at most 4, and 1 if `recurringIndicator` is `false`.',
    }),
    combinedServiceIndicator: Type.Boolean({
      description: 'Must be `false`: this bank does not combine account information and payments in one session.',
    }),
  },
  { $id: 'ConsentRequest', additionalProperties: false },
);
export type ConsentRequest = Static<typeof ConsentRequest>;

const Status = Type.String({
  enum: ['received', 'partiallyAuthorised', 'valid', 'rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp'],
  description:
    'As in NextGenPSD2 1.3.11; `replacedByTpp` of openFinance: a newer recurring consent of the same client and customer replaced it.',
});

export const ConsentCreated = Type.Object(
  {
    consentStatus: withDescription(Status, 'Status of the consent; `received` until the customer approves it.'),
    consentId: Type.String({
      format: 'uuid',
      description: 'Id of the consent, for the header `Consent-ID` and the scope `AIS:<consentId>`.',
    }),
    _links: withDescription(
      linksNamed('scaOAuth', 'self', 'status'),
      "`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the consent's own paths.",
    ),
    tppMessages: Type.Optional(
      withDescription(TppWarnings, 'Warnings about parts of the request that the bank ignored; absent where there are none.'),
    ),
  },
  { additionalProperties: false },
);
export type ConsentCreated = Static<typeof ConsentCreated>;

/** The requested access and, after approval, the granted access. */
export const Consent = Type.Object(
  {
    access: withDescription(Access, 'Rights as requested; once the customer has approved them, rights as granted.'),
    recurringIndicator: Type.Boolean({
      description: 'Whether the consent allows access until `validUntil` or within 24 hours of the approval only.',
    }),
    validUntil: withDescription(IsoDate, "Last day on which the consent is valid; at most the bank's maximum validity after its creation."),
    frequencyPerDay: Type.Integer({
      description: 'Reads of each operation and resource within any 24 hours while the customer is absent.',
    }),
    lastActionDate: withDescription(IsoDate, 'Day on which the status of the consent last changed.'),
    consentStatus: withDescription(Status, 'Current status of the consent.'),
    _links: withDescription(
      linksNamed('self', 'status', 'account'),
      'Paths of the consent and its status, and of the accounts where the consent gives access to them.',
    ),
  },
  { additionalProperties: false },
);
export type Consent = Static<typeof Consent>;

export const ConsentStatusAnswer = Type.Object(
  { consentStatus: withDescription(Status, 'Current status of the consent.') },
  { additionalProperties: false },
);
export type ConsentStatusAnswer = Static<typeof ConsentStatusAnswer>;
