import { pageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, type BankDay } from '@open-banking/http';
import { AccountReference, Amount, withDescription, discloses, IsoDate, Link, linksNamed, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { Instrument } from '../instruments/instrument.js';
import { evaluationFaults, evaluationQuery } from '../instruments/evaluation.js';

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

/** openFinance `securitiesOrder`. Prices are amounts, or per cent for bonds; units are a number, or a nominal amount for bonds. */
export const Order = Type.Object(
  {
    ...discloses('none', {
      orderId: Type.String({ format: 'uuid', description: 'Id of the order; the transactions that fill it name it.' }),
      side: Type.String({
        enum: ['buy', 'sell', 'subscription', 'redemption'],
        description: 'Whether the customer buys, sells, subscribes to or redeems the instrument.',
      }),
      financialInstrument: withDescription(Instrument, 'Instrument that is ordered.'),
      unitsNumberOrder: Type.Optional(Type.Number({ description: 'Number of units ordered; absent where a nominal amount is ordered.' })),
      unitsNominalOrder: Type.Optional(
        withDescription(Amount, 'Nominal amount ordered, for bonds; absent where a number of units is ordered.'),
      ),
      placeOfTrade: Type.Object(
        { mic: Type.String({ description: 'Market identifier code (ISO 10383).' }) },
        { additionalProperties: false, description: 'Market the order is sent to.' },
      ),
      limitPriceAmount: Type.Optional(
        withDescription(Amount, 'Limit of the price as an amount; absent where the order has no limit or is for a bond.'),
      ),
      limitPricePercent: Type.Optional(
        Type.String({ description: 'Limit of the price in per cent of the nominal, for bonds; absent otherwise.' }),
      ),
      stopPriceAmount: Type.Optional(
        withDescription(Amount, 'Price as an amount that activates the order; absent where the order has no stop or is for a bond.'),
      ),
      stopPricePercent: Type.Optional(
        Type.String({ description: 'Price in per cent of the nominal that activates the order, for bonds; absent otherwise.' }),
      ),
      typesOfOrder: Type.Array(Type.String(), {
        description: 'Kinds of order by their openFinance names, such as `atMarket` or `limitOrder`.',
      }),
      timeInForce: Type.String({ description: 'How long the order stands, by its openFinance name, such as `day` or `goodTillDate`.' }),
      expiryDate: Type.Optional(withDescription(IsoDate, 'Last day on which the order stands; absent where it has no such day.')),
    }),
    ...discloses('otherAccount', {
      relatedCashAccount: withDescription(AccountReference, 'Cash account that pays for the order, or receives its proceeds.'),
    }),
    ...discloses('none', {
      orderSplit: Type.Boolean({ description: 'Whether the order was split into several.' }),
      orderModifyable: Type.Boolean({ description: 'Whether the customer can still change the order.' }),
      orderStatus: withDescription(OrderStatus, 'Status of the order (OrderStatusCode of the openFinance data dictionary).'),
      details: Type.Optional(Type.String({ description: 'Remarks about the order; absent where there are none.' })),
      _links: Type.Optional(
        Type.Object(
          { relatedTransactions: Type.Array(Link, { description: 'Paths of the transactions that fill the order.' }) },
          {
            additionalProperties: false,
            description:
              'Paths of the transactions that fill the order; absent where nothing is filled or the consent does not cover them.',
          },
        ),
      ),
    }),
  },
  { $id: 'Order', additionalProperties: false },
);
export type Order = Static<typeof Order>;

export const Orders = Type.Object(
  {
    ...discloses('none', { securitiesAccount: withDescription(AccountReference, 'The securities account whose orders these are.') }),
    orders: Type.Array(Order, { description: 'Orders of one page, newest first.' }),
    ...discloses('none', {
      _links: withDescription(
        linksNamed('account', 'first', 'next'),
        'Paths of the account, the first page and, except on the last page, the next page.',
      ),
    }),
  },
  { additionalProperties: false },
);
export type Orders = Static<typeof Orders>;

export const OrdersQuery = Type.Object(
  {
    orderStatus: Type.Optional(withDescription(OrderStatus, 'Only orders in this status; all by default.')),
    ...periodQuery,
    ...pageQuery,
    ...evaluationQuery,
  },
  { additionalProperties: false },
);
export type OrdersQuery = Static<typeof OrdersQuery>;

export const ordersFaults = (query: OrdersQuery, day: BankDay): Fault[] => [...evaluationFaults(query), ...periodFaults(query, day)];
