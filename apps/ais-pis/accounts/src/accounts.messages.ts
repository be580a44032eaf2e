import { AccountReference, Balance, CashAccountType, Currency, withDescription, discloses, linksNamed } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const balanceTypes =
  '`closingBooked` is what was booked at the end of the last closed day, `interimBooked` what is booked now, entries of today included, `expected` adds what is pending, `interimAvailable` can be spent.';

/** A current account in lists and details (NextGenPSD2 1.3.11, `accountDetails`). */
export const Account = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({
        format: 'uuid',
        description: 'Id of the resource in this interface; the paths of the other operations use it.',
      }),
      iban: Type.String({ description: 'IBAN of the account (ISO 13616).' }),
      currency: withDescription(Currency, 'Currency of the account, an ISO 4217 code.'),
    }),
    ...discloses('owner', {
      ownerName: Type.Optional(Type.String({ description: "Name of the account's owner; absent unless the consent grants it." })),
    }),
    ...discloses('none', {
      name: Type.String({ description: 'Name given by the bank.' }),
      displayName: Type.Optional(Type.String({ description: 'Name given by the customer; absent where there is none.' })),
      product: Type.String({ description: "Name of the bank's product that the account is held under." }),
      cashAccountType: withDescription(
        CashAccountType,
        'Kind of account as an ISO 20022 ExternalCashAccountType1Code; `CACC` is a current account.',
      ),
      status: Type.String({
        enum: ['enabled', 'blocked', 'deleted'],
        description: '`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed.',
      }),
      bic: Type.String({ format: 'bic', description: 'BIC (ISO 9362) of the branch that keeps the account.' }),
      usage: Type.String({ enum: ['PRIV', 'ORGA'], description: '`PRIV` is a private product, `ORGA` a product for organisations.' }),
      details: Type.Optional(Type.String({ description: 'Remarks of the bank about the account; absent where there are none.' })),
    }),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, {
          description: `Balances of the account; absent unless \`withBalance=true\` was requested and the consent covers balances. ${balanceTypes}`,
        }),
      ),
    }),
    ...discloses('none', {
      _links: withDescription(
        linksNamed('balances', 'transactions'),
        "Paths of the account's balances and transactions, each only where the consent covers them.",
      ),
    }),
  },
  { $id: 'Account', additionalProperties: false },
);
export type Account = Static<typeof Account>;

export const AccountList = Type.Object(
  { accounts: Type.Array(Account, { description: 'Current accounts that the consent covers; empty where it covers none.' }) },
  { additionalProperties: false },
);
export type AccountList = Static<typeof AccountList>;

export const AccountDetails = Type.Object({ account: withDescription(Account, 'The requested account.') }, { additionalProperties: false });
export type AccountDetails = Static<typeof AccountDetails>;

export const AccountBalances = Type.Object(
  {
    ...discloses('none', { account: withDescription(AccountReference, 'The account whose balances these are.') }),
    ...discloses('balance', {
      balances: Type.Array(Balance, { description: `Balances of the account, one for each type. ${balanceTypes}` }),
    }),
  },
  { additionalProperties: false },
);
export type AccountBalances = Static<typeof AccountBalances>;

export const WithBalance = Type.Object(
  {
    withBalance: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description: '`true` adds balances to the accounts whose balances the consent covers; default `false`.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;
