import type { LoadFormat } from '@open-banking/database';
import { boolean, date, decimal, holder, instant, integer, json, optional, text, texts, uuid } from './fields.js';

export const securities: LoadFormat = {
  holder,
  instrument: { table: 'instrument', fields: {
    instrumentId: text, ...optional({ isin: text, other: json }), name: text, kind: text, currency: text, mic: text, quotation: text, priceType: text,
    country: text, ...optional({ coupon: decimal, couponDay: date }),
  } },
  instrumentPrice: { table: 'instrument_price', fields: { instrumentId: text, priceDate: date, price: decimal } },
  exchangeRate: { table: 'exchange_rate', fields: { sourceCurrency: text, targetCurrency: text, quotationDate: date, rate: decimal } },
  securitiesAccount: { table: 'securities_account', fields: {
    accountId: uuid, otherIdentification: text, otherScheme: text, otherIssuer: text, currency: text, ownerName: text, name: text,
    ...optional({ displayName: text }), product: text, cashAccountType: text, status: text, usage: text, ...optional({ details: text, tariffs: text, applicableFees: json }), relatedIban: text,
  } },
  securityOrder: { table: 'security_order', fields: {
    accountId: uuid, orderDate: date, orderId: uuid, orderedAt: instant, side: text, instrumentId: text, units: decimal, filledUnits: decimal, mic: text,
    ...optional({ limitPrice: decimal, stopPrice: decimal }), typesOfOrder: texts, timeInForce: text, ...optional({ expiryDate: date }), relatedIban: text,
    orderSplit: boolean, orderModifyable: boolean, orderStatus: text, ...optional({ details: text }),
  } },
  position: { table: 'position', fields: {
    accountId: uuid, instrumentId: text, balanceType: text, units: decimal, ...optional({ averageBuyingPrice: decimal, totalBuyingPrice: decimal }),
    safekeepingPlace: text, safekeepingCountry: text, ...optional({ details: text }), changedOn: date,
  } },
  securitiesTransaction: { table: 'securities_transaction', fields: {
    accountId: uuid, bookingDate: date, entryReference: text, transactionId: uuid, transactionDate: date,
    ...optional({ transactedAt: instant, settlementDate: date, valueDate: date }), instrumentId: text, ...optional({ orderId: uuid }),
    units: decimal, unitsBefore: decimal, unitsAfter: decimal, transactionTypeCode: text, ...optional({ mic: text, price: decimal, amount: decimal, currency: text }),
    amountIncludesFees: boolean, amountIncludesTaxes: boolean, ...optional({ relatedFees: json, currencyExchange: json }), reversalIndicator: boolean,
    ...optional({ reversedTransactionId: uuid, accruedInterestDays: integer, accruedInterestAmount: decimal, details: text }),
  } },
};
