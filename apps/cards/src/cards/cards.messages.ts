import { periodFaults, type BankDay } from '@open-banking/http';
import { AccountReference, Amount, Balance, Currency, discloses, linksNamed, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A card as lists and details show it (openFinance data dictionary 2.3, `cardAccountDetails`). */
export const Card = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({ format: 'uuid' }),
      maskedPan: Type.String({ description: 'At most the first six and the last four digits.' }),
      currency: Currency,
    }),
    ...discloses('owner', { ownerName: Type.Optional(Type.String({ description: 'Where the consent grants it.' })) }),
    ...discloses('none', {
      name: Type.String(),
      displayName: Type.Optional(Type.String()),
      product: Type.String(),
      status: Type.String({ enum: ['enabled', 'blocked', 'deleted'] }),
      usage: Type.String({ enum: ['PRIV', 'ORGA'] }),
      details: Type.Optional(Type.String()),
    }),
    // What the card may be used for at most, not what it was used for: a detail of the contract, in lists too.
    ...discloses('balance', { creditLimit: Amount }, 'accounts'),
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
    ...discloses('none', { _links: linksNamed('balances', 'transactions') }),
  },
  { $id: 'Card', additionalProperties: false },
);
export type Card = Static<typeof Card>;

export const CardList = Type.Object({ cards: Type.Array(Card) }, { additionalProperties: false });
export type CardList = Static<typeof CardList>;

export const CardDetails = Type.Object({ card: Card }, { additionalProperties: false });
export type CardDetails = Static<typeof CardDetails>;

export const CardBalances = Type.Object(
  {
    ...discloses('none', { card: AccountReference }),
    ...discloses('balance', { balances: Type.Array(Balance) }),
  },
  { additionalProperties: false },
);
export type CardBalances = Static<typeof CardBalances>;

/** Clients of the market name a first day with balances too. Balances are as of now, so that every day until today leads to the same answer. */
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
      Type.String({ enum: ['true', 'false'], description: 'Balances too, of the cards whose balances the consent covers.' }),
    ),
  },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;
