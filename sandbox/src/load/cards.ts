import type { LoadFormat } from '@open-banking/database';
import { boolean, date, decimal, holder, instant, integer, json, optional, text, uuid } from './fields.js';

const acceptance = optional({
  transactionId: text, originalAmount: decimal, originalCurrency: text, currencyExchange: json, terminalId: text, cardAcceptorId: text, cardAcceptorName: text,
  cardAcceptorStreet: text, cardAcceptorBuilding: text, cardAcceptorTown: text, cardAcceptorPostCode: text, cardAcceptorCountry: text,
  cardAcceptorPhone: text, merchantCategoryCode: text, transactionDetails: text, proprietaryBankTransactionCode: text,
});

export const cards: LoadFormat = {
  holder,
  card: { table: 'card', fields: {
    cardId: uuid, maskedPan: text, currency: text, ownerName: text, name: text, ...optional({ displayName: text }), product: text, status: text, usage: text,
    ...optional({ details: text }), creditLimit: decimal, statementDay: integer, debitDay: integer, debitedAccountId: uuid, debitedIban: text,
  } },
  cardBalance: { table: 'card_balance', fields: {
    cardId: uuid, invoiced: decimal, notInvoiced: decimal, pending: decimal, nextDebitDate: date, ...optional({ lastBookingDate: date }), changedAt: instant,
  } },
  statement: { table: 'statement', fields: {
    cardId: uuid, number: integer, periodFrom: date, periodTo: date, debitDate: date, currency: text, total: decimal, debited: boolean, ...optional({ entryReference: text }),
  } },
  cardTransaction: { table: 'card_transaction', fields: {
    cardId: uuid, bookingDate: date, entryReference: text, transactionDate: date, acceptorTransactionAt: instant, valueDate: date, amount: decimal,
    ...optional({ grandTotalAmount: decimal, markupFee: decimal, markupFeePercentage: decimal }), ...acceptance, ...optional({ statementNumber: integer }),
  } },
  cardPendingTransaction: { table: 'card_pending_transaction', fields: {
    cardId: uuid, transactionDate: date, entryReference: text, acceptorTransactionAt: instant, amount: decimal, ...acceptance,
  } },
};
