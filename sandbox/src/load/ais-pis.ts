import type { LoadFormat } from '@open-banking/database';
import { date, decimal, holder, instant, json, optional, text, uuid } from './fields.js';

const others = {
  transactionId: text, endToEndId: text, mandateId: text, creditorId: text, creditorName: text, creditorAccount: json, creditorAgent: text,
  debtorName: text, debtorAccount: json, debtorAgent: text, remittanceUnstructured: text, remittanceStructured: text, purposeCode: text,
  proprietaryBankTransactionCode: text, additionalInformation: text, currencyExchange: json,
};

export const aisPis: LoadFormat = {
  psu: { table: 'psu', fields: { psuId: uuid, login: text, passwordHash: text, name: text, language: text } },
  account: { table: 'account', fields: {
    accountId: uuid, iban: text, bic: text, ...optional({ branchNumber: text, accountNumber: text }), currency: text, ownerName: text, name: text,
    ...optional({ displayName: text }), product: text,
    cashAccountType: text, status: text, usage: text, ...optional({ details: text }), openedOn: date,
  } },
  holder,
  accountBalance: { table: 'account_balance', fields: {
    accountId: uuid, booked: decimal, reserved: decimal, incoming: decimal, overdraft: decimal, lastBookingDate: date, bookedBefore: decimal, changedAt: instant,
  } },
  entry: { table: 'entry', fields: {
    accountId: uuid, bookingDate: date, entryReference: text, valueDate: date, bookedAt: instant, amount: decimal, balanceAfter: decimal,
    bankTransactionCode: text, ...optional({ ...others, checkId: text, ultimateCreditor: text, ultimateDebtor: text }),
  } },
  pendingEntry: { table: 'pending_entry', fields: {
    accountId: uuid, entryDate: date, entryReference: text, valueDate: date, amount: decimal, bankTransactionCode: text, ...optional(others),
  } },
  holiday: { table: 'holiday', fields: { currency: text, day: date, name: text } },
};
