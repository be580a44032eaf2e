import { AccountReference, Amount, Balance, Currency, withDescription, discloses, IsoDate, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { evaluationQuery } from '../instruments/evaluation.js';

const Fee = Type.Object(
  {
    typeCode: Type.Optional(Type.String({ description: 'Kind of fee as an openFinance code; absent where the kind is proprietary.' })),
    typeProprietary: Type.Optional(
      Type.String({ description: "Kind of fee in this bank's own words; absent where `typeCode` is present." }),
    ),
    feeRules: Type.Array(
      Type.Object(
        {
          amount: Type.Optional(withDescription(Amount, 'Fixed amount of the fee; absent where the fee is a percentage.')),
          percentage: Type.Optional(
            Type.String({ description: 'Fee in per cent of the base amount, as a decimal string; absent where the fee is fixed.' }),
          ),
          fromBaseAmount: Type.Optional(
            withDescription(Amount, 'Lowest base amount the rule applies to; absent where there is no lower bound.'),
          ),
          toBaseAmount: Type.Optional(
            withDescription(Amount, 'Highest base amount the rule applies to; absent where there is no upper bound.'),
          ),
          minimumAmount: Type.Optional(withDescription(Amount, 'Lowest fee under this rule; absent where there is none.')),
          maximumAmount: Type.Optional(withDescription(Amount, 'Highest fee under this rule; absent where there is none.')),
        },
        { additionalProperties: false },
      ),
      { description: 'Rules that give the amount of the fee.' },
    ),
    applicableFrom: Type.Optional(withDescription(IsoDate, 'First day on which the fee applies; absent where it applies already.')),
    applicableTo: Type.Optional(withDescription(IsoDate, 'Last day on which the fee applies; absent where no end is known.')),
    additionalInformation: Type.Optional(Type.String({ description: 'Remarks about the fee; absent where there are none.' })),
  },
  { additionalProperties: false },
);

/** A securities account (openFinance data dictionary 2.3, `accountDetails`). */
export const SecuritiesAccount = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({
        format: 'uuid',
        description: 'Id of the resource in this interface; the paths of the other operations use it.',
      }),
      other: withDescription(AccountReference.properties.other, 'Number of the securities account, with the scheme it belongs to.'),
      currency: withDescription(Currency, 'Currency in which the account is valued, an ISO 4217 code.'),
    }),
    ...discloses('owner', {
      ownerName: Type.Optional(Type.String({ description: "Name of the account's owner; absent unless the consent grants it." })),
    }),
    ...discloses('none', {
      name: Type.String({ description: 'Name the bank gives the account.' }),
      displayName: Type.Optional(Type.String({ description: 'Name the customer has given it; absent where the customer has given none.' })),
      product: Type.String({ description: "Name of the bank's product that the account is held under." }),
      cashAccountType: Type.String({
        enum: ['SCTS'],
        description: 'Kind of account as an ISO 20022 ExternalCashAccountType1Code; always `SCTS`, a securities account.',
      }),
      status: Type.String({
        enum: ['enabled', 'blocked', 'deleted'],
        description: '`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed.',
      }),
      usage: Type.String({ enum: ['PRIV', 'ORGA'], description: '`PRIV` is a private product, `ORGA` one of an organisation.' }),
      details: Type.Optional(
        Type.String({ description: 'Remarks of the bank about the account, such as where it is settled; absent where there are none.' }),
      ),
    }),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, {
          description: 'Value of the holdings; absent unless `withBalance=true` was requested and the consent covers balances.',
        }),
      ),
    }),
    ...discloses('none', {
      tariffs: Type.Optional(Type.String({ description: 'Fees of the account in plain words; absent where there is no such text.' })),
      applicableFees: Type.Optional(Type.Array(Fee, { description: 'Fees of the account as rules; absent where they are not known.' })),
      _links: withDescription(
        linksNamed('positions', 'transactions', 'orders'),
        "Paths of the account's positions, transactions and orders, each only where the consent covers them.",
      ),
    }),
  },
  { $id: 'SecuritiesAccount', additionalProperties: false },
);
export type SecuritiesAccount = Static<typeof SecuritiesAccount>;

export const SecuritiesAccountList = Type.Object(
  {
    securitiesAccounts: Type.Array(SecuritiesAccount, {
      description: 'Securities accounts that the consent covers; empty where it covers none.',
    }),
  },
  { additionalProperties: false },
);
export type SecuritiesAccountList = Static<typeof SecuritiesAccountList>;

export const SecuritiesAccountDetails = Type.Object(
  { securitiesAccount: withDescription(SecuritiesAccount, 'The requested securities account.') },
  { additionalProperties: false },
);
export type SecuritiesAccountDetails = Static<typeof SecuritiesAccountDetails>;

export const WithBalance = Type.Object(
  {
    withBalance: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description: '`true` adds the value of the holdings to the accounts whose balances the consent covers; default `false`.',
      }),
    ),
    ...evaluationQuery,
  },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;
