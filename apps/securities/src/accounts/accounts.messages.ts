import { AccountReference, Amount, Balance, Currency, discloses, IsoDate, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { evaluationQuery } from '../positions/positions.messages.js';

const Fee = Type.Object({
  typeCode: Type.Optional(Type.String()),
  typeProprietary: Type.Optional(Type.String()),
  feeRules: Type.Array(
    Type.Object({
      amount: Type.Optional(Amount),
      percentage: Type.Optional(Type.String()),
      fromBaseAmount: Type.Optional(Amount),
      toBaseAmount: Type.Optional(Amount),
      minimumAmount: Type.Optional(Amount),
      maximumAmount: Type.Optional(Amount),
    }),
  ),
  applicableFrom: Type.Optional(IsoDate),
  applicableTo: Type.Optional(IsoDate),
  additionalInformation: Type.Optional(Type.String()),
});

/** A securities account (openFinance data dictionary 2.3, `accountDetails`). */
export const SecuritiesAccount = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({ format: 'uuid' }),
      other: AccountReference.properties.other,
      currency: Currency,
    }),
    ...discloses('owner', { ownerName: Type.Optional(Type.String({ description: 'Where the consent grants it.' })) }),
    ...discloses('none', {
      name: Type.String(),
      displayName: Type.Optional(Type.String()),
      product: Type.String(),
      cashAccountType: Type.String({ enum: ['SCTS'] }),
      status: Type.String({ enum: ['enabled', 'blocked', 'deleted'] }),
      usage: Type.String({ enum: ['PRIV', 'ORGA'] }),
      details: Type.Optional(Type.String()),
    }),
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
    ...discloses('none', {
      tariffs: Type.Optional(Type.String()),
      applicableFees: Type.Optional(Type.Array(Fee)),
      _links: linksNamed('positions', 'transactions', 'orders'),
    }),
  },
  { $id: 'SecuritiesAccount', additionalProperties: false },
);
export type SecuritiesAccount = Static<typeof SecuritiesAccount>;

export const SecuritiesAccountList = Type.Object({ securitiesAccounts: Type.Array(SecuritiesAccount) }, { additionalProperties: false });
export type SecuritiesAccountList = Static<typeof SecuritiesAccountList>;

export const SecuritiesAccountDetails = Type.Object({ securitiesAccount: SecuritiesAccount }, { additionalProperties: false });
export type SecuritiesAccountDetails = Static<typeof SecuritiesAccountDetails>;

export const WithBalance = Type.Object(
  {
    withBalance: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description: 'The value of the holdings too, of the accounts whose balances the consent covers.',
      }),
    ),
    ...evaluationQuery,
  },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;
