import { AccountReference, Balance, CashAccountType, Currency, discloses, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A current account as lists and details show it (NextGenPSD2 1.3.11, `accountDetails`). */
export const Account = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({ format: 'uuid' }),
      iban: Type.String(),
      currency: Currency,
    }),
    ...discloses('owner', { ownerName: Type.Optional(Type.String({ description: 'Where the consent grants it.' })) }),
    ...discloses('none', {
      name: Type.String(),
      displayName: Type.Optional(Type.String()),
      product: Type.String(),
      cashAccountType: CashAccountType,
      status: Type.String({ enum: ['enabled', 'blocked', 'deleted'] }),
      bic: Type.String({ format: 'bic' }),
      usage: Type.String({ enum: ['PRIV', 'ORGA'] }),
      details: Type.Optional(Type.String()),
    }),
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
    ...discloses('none', { _links: linksNamed('balances', 'transactions') }),
  },
  { $id: 'Account', additionalProperties: false },
);
export type Account = Static<typeof Account>;

export const AccountList = Type.Object({ accounts: Type.Array(Account) }, { additionalProperties: false });
export type AccountList = Static<typeof AccountList>;

export const AccountDetails = Type.Object({ account: Account }, { additionalProperties: false });
export type AccountDetails = Static<typeof AccountDetails>;

export const AccountBalances = Type.Object(
  {
    ...discloses('none', { account: AccountReference }),
    ...discloses('balance', { balances: Type.Array(Balance) }),
  },
  { additionalProperties: false },
);
export type AccountBalances = Static<typeof AccountBalances>;

export const WithBalance = Type.Object(
  {
    withBalance: Type.Optional(
      Type.String({ enum: ['true', 'false'], description: 'Balances too, of the accounts whose balances the consent covers.' }),
    ),
  },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;
