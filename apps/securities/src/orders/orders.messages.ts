import { pageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, type BankDay } from '@open-banking/http';
import { AccountReference, Amount, discloses, IsoDate, Link, linksNamed, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { Instrument } from '../instruments/instrument.js';
import { evaluationFaults, evaluationQuery } from '../positions/positions.messages.js';

/** OrderStatusCode of the openFinance data dictionary 2.3. */
const OrderStatus = Type.String({
  enum: [
    'unknown',
    'new',
    'partiallyFilled',
    'filled',
    'doneForDay',
    'canceled',
    'replaced',
    'pendingCancel',
    'stopped',
    'rejected',
    'suspended',
    'pendingNew',
    'calculated',
    'expired',
    'acceptedForBidding',
    'pendingReplace',
  ],
});

/** `securitiesOrder`. Prices are amounts, of bonds per cent; units are a number, of bonds a nominal. */
export const Order = Type.Object(
  {
    ...discloses('none', {
      orderId: Type.String({ format: 'uuid' }),
      side: Type.String({ enum: ['buy', 'sell', 'subscription', 'redemption'] }),
      financialInstrument: Instrument,
      unitsNumberOrder: Type.Optional(Type.Number()),
      unitsNominalOrder: Type.Optional(Amount),
      placeOfTrade: Type.Object({ mic: Type.String() }, { additionalProperties: false }),
      limitPriceAmount: Type.Optional(Amount),
      limitPricePercent: Type.Optional(Type.String()),
      stopPriceAmount: Type.Optional(Amount),
      stopPricePercent: Type.Optional(Type.String()),
      typesOfOrder: Type.Array(Type.String()),
      timeInForce: Type.String(),
      expiryDate: Type.Optional(IsoDate),
    }),
    ...discloses('otherAccount', { relatedCashAccount: AccountReference }),
    ...discloses('none', {
      orderSplit: Type.Boolean(),
      orderModifyable: Type.Boolean(),
      orderStatus: OrderStatus,
      details: Type.Optional(Type.String()),
      _links: Type.Optional(Type.Object({ relatedTransactions: Type.Array(Link) }, { additionalProperties: false })),
    }),
  },
  { $id: 'Order', additionalProperties: false },
);
export type Order = Static<typeof Order>;

export const Orders = Type.Object(
  {
    ...discloses('none', { securitiesAccount: AccountReference }),
    orders: Type.Array(Order),
    ...discloses('none', { _links: linksNamed('account', 'first', 'next') }),
  },
  { additionalProperties: false },
);
export type Orders = Static<typeof Orders>;

export const OrdersQuery = Type.Object(
  { orderStatus: Type.Optional(OrderStatus), ...periodQuery, ...pageQuery, ...evaluationQuery },
  { additionalProperties: false },
);
export type OrdersQuery = Static<typeof OrdersQuery>;

export const ordersFaults = (query: OrdersQuery, day: BankDay): Fault[] => [...evaluationFaults(query), ...periodFaults(query, day)];
