import type { LoadFormat } from '@open-banking/database';
import { boolean, country, currency, date, dayOfMonth, decimal, holder, iban, instant, integer, list, maskedPan, nonZero, optional, positive, reference, status, text, transactionId, usage, uuid } from './fields.js';

const acceptance = optional({
  transactionId, originalAmount: decimal, originalCurrency: currency, currencyExchange: list, terminalId: text, cardAcceptorId: text, cardAcceptorName: text,
  cardAcceptorStreet: text, cardAcceptorBuilding: text, cardAcceptorTown: text, cardAcceptorPostCode: text, cardAcceptorCountry: country,
  cardAcceptorPhone: text, merchantCategoryCode: text, transactionDetails: text, proprietaryBankTransactionCode: text,
});

export const cards: LoadFormat = {
  holder,
  card: { table: 'card', key: ['cardId'], fixed: ['maskedPan', 'currency'], fields: {
    cardId: uuid, maskedPan, currency, ownerName: text, name: text, ...optional({ displayName: text }), product: text, status, usage,
    ...optional({ details: text }), creditLimit: positive, statementDay: dayOfMonth, debitDay: dayOfMonth, debitedAccountId: uuid, debitedIban: iban,
  } },
  cardBalance: { table: 'card_balance', key: ['cardId'], fields: {
    cardId: uuid, invoiced: decimal, notInvoiced: decimal, pending: decimal, nextDebitDate: date, ...optional({ lastBookingDate: date }), changedAt: instant,
  } },
  statement: { table: 'statement', key: ['cardId', 'number'], fixed: ['currency', 'periodFrom'], fields: {
    cardId: uuid, number: integer, periodFrom: date, periodTo: date, debitDate: date, currency, total: decimal, debited: boolean, ...optional({ entryReference: text }),
  } },
  cardTransaction: { table: 'card_transaction', key: ['cardId', 'bookingDate', 'entryReference'], fixed: ['amount', 'transactionDate'], fields: {
    cardId: uuid, bookingDate: date, entryReference: reference, transactionDate: date, acceptorTransactionAt: instant, valueDate: date, amount: nonZero,
    ...optional({ grandTotalAmount: decimal, markupFee: decimal, markupFeePercentage: decimal }), ...acceptance, ...optional({ statementNumber: integer }),
  } },
  cardPendingTransaction: { table: 'card_pending_transaction', key: ['cardId', 'transactionDate', 'entryReference'], fields: {
    cardId: uuid, transactionDate: date, entryReference: reference, acceptorTransactionAt: instant, amount: nonZero, ...acceptance,
  } },
};
