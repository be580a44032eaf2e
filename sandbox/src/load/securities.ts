import type { LoadFormat } from '@open-banking/database';
import { boolean, country, currency, date, decimal, holder, iban, instant, integer, json, list, oneOf, optional, positive, reference, status, text, texts, usage, uuid } from './fields.js';

export const securities: LoadFormat = {
  holder,
  instrument: { table: 'instrument', key: ['instrumentId'], fixed: ['currency', 'kind'], fields: {
    instrumentId: text, ...optional({ isin: text, other: json }), name: text, kind: oneOf('share', 'fund', 'bond'), currency, mic: text, quotation: oneOf('amount', 'percentage'), priceType: text,
    country, ...optional({ coupon: decimal, couponDay: date }),
  } },
  instrumentPrice: { table: 'instrument_price', key: ['instrumentId', 'priceDate'], fields: { instrumentId: text, priceDate: date, price: positive } },
  exchangeRate: { table: 'exchange_rate', key: ['sourceCurrency', 'targetCurrency', 'quotationDate'], fields: { sourceCurrency: currency, targetCurrency: currency, quotationDate: date, rate: positive } },
  securitiesAccount: { table: 'securities_account', key: ['accountId'], fixed: ['currency'], fields: {
    accountId: uuid, otherIdentification: text, otherScheme: text, otherIssuer: text, currency, ownerName: text, name: text,
    ...optional({ displayName: text }), product: text, cashAccountType: oneOf('SCTS'), status, usage, ...optional({ details: text, tariffs: text, applicableFees: list }), relatedIban: iban,
  } },
  securityOrder: { table: 'security_order', key: ['accountId', 'orderDate', 'orderId'], fixed: ['side', 'instrumentId'], fields: {
    accountId: uuid, orderDate: date, orderId: uuid, orderedAt: instant, side: oneOf('buy', 'sell', 'subscription', 'redemption'), instrumentId: text, units: positive, filledUnits: positive, mic: text,
    ...optional({ limitPrice: decimal, stopPrice: decimal }), typesOfOrder: texts, timeInForce: text, ...optional({ expiryDate: date }), relatedIban: iban,
    orderSplit: boolean, orderModifyable: boolean, orderStatus: text, ...optional({ details: text }),
  } },
  position: { table: 'position', key: ['accountId', 'instrumentId', 'balanceType'], fields: {
    accountId: uuid, instrumentId: text, balanceType: text, units: positive, ...optional({ averageBuyingPrice: decimal, totalBuyingPrice: decimal }),
    safekeepingPlace: text, safekeepingCountry: country, ...optional({ details: text }), changedOn: date,
  } },
  securitiesTransaction: { table: 'securities_transaction', fields: {
    accountId: uuid, bookingDate: date, entryReference: reference, transactionId: uuid, transactionDate: date,
    ...optional({ transactedAt: instant, settlementDate: date, valueDate: date }), instrumentId: text, ...optional({ orderId: uuid }),
    units: decimal, unitsBefore: decimal, unitsAfter: decimal, transactionTypeCode: text, ...optional({ mic: text, price: decimal, amount: decimal, currency }),
    amountIncludesFees: boolean, amountIncludesTaxes: boolean, ...optional({ relatedFees: list, currencyExchange: list }), reversalIndicator: boolean,
    ...optional({ reversedTransactionId: uuid, accruedInterestDays: integer, accruedInterestAmount: decimal, details: text }),
  } },
};
