import { periodFaults, type BankDay } from '@open-banking/http';
import { AccountReference, Amount, Balance, Currency, withDescription, discloses, linksNamed, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A card as shown in lists and details (openFinance data dictionary 2.3, `cardAccountDetails`). */
export const Card = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({
        format: 'uuid',
        description: 'Id of the resource in this interface; the paths of the other operations use it.',
      }),
      maskedPan: Type.String({ description: 'Masked card number: at most the first six and the last four digits.' }),
      currency: withDescription(Currency, 'Currency that the card is billed in, an ISO 4217 code.'),
    }),
    ...discloses('owner', {
      ownerName: Type.Optional(Type.String({ description: "Name of the card's owner; absent unless the consent grants it." })),
    }),
    ...discloses('none', {
      name: Type.String({ description: 'Name the bank gives the card.' }),
      displayName: Type.Optional(Type.String({ description: 'Name the customer has given it; absent where the customer has given none.' })),
      product: Type.String({ description: "Name of the bank's card product." }),
      status: Type.String({
        enum: ['enabled', 'blocked', 'deleted'],
        description: '`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed.',
      }),
      usage: Type.String({ enum: ['PRIV', 'ORGA'], description: '`PRIV` is a private product, `ORGA` one of an organisation.' }),
      details: Type.Optional(
        Type.String({ description: 'Remarks of the bank about the card, such as its debit day; absent where there are none.' }),
      ),
    }),
    // The limit is a term of the contract, not a balance: it needs no permission for balances, not even in lists.
    ...discloses('balance', { creditLimit: withDescription(Amount, 'Highest amount that may be outstanding on the card.') }, 'accounts'),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, {
          description: 'Balances of the card; absent unless `withBalance=true` was requested and the consent covers balances.',
        }),
      ),
    }),
    ...discloses('none', {
      _links: withDescription(
        linksNamed('balances', 'transactions'),
        "Paths of the card's balances and transactions, each only where the consent covers them.",
      ),
    }),
  },
  { $id: 'Card', additionalProperties: false },
);
export type Card = Static<typeof Card>;

export const CardList = Type.Object(
  { cards: Type.Array(Card, { description: 'Cards that the consent covers; empty where it covers none.' }) },
  { additionalProperties: false },
);
export type CardList = Static<typeof CardList>;

export const CardDetails = Type.Object({ card: withDescription(Card, 'The requested card.') }, { additionalProperties: false });
export type CardDetails = Static<typeof CardDetails>;

export const CardBalances = Type.Object(
  {
    ...discloses('none', { card: withDescription(AccountReference, 'The card whose balances these are, by its masked number.') }),
    ...discloses('balance', {
      balances: Type.Array(Balance, {
        description: 'Balances of the card: `expected` is the next debit, `interimAvailable` the unused limit.',
      }),
    }),
  },
  { additionalProperties: false },
);
export type CardBalances = Static<typeof CardBalances>;

/** Clients in the market send a start date for balances too. Balances are current, so any date up to today gets the same answer. */
export const CardBalancesQuery = Type.Object(
  {
    dateFrom: Type.Optional(
      Type.String({
        description:
          'First day of the period whose balances are asked for, `YYYY-MM-DD`, today at the latest. The bank keeps no former balances: those of now are answered, whichever day is named.',
        examples: ['2026-11-01'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type CardBalancesQuery = Static<typeof CardBalancesQuery>;

export const cardBalancesFaults = (query: CardBalancesQuery, day: BankDay): Fault[] => periodFaults(query, day);

export const WithBalance = Type.Object(
  {
    withBalance: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description: '`true` adds balances to the cards whose balances the consent covers; default `false`.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;
