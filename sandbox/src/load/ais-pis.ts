import type { LoadFormat } from '@open-banking/database';
import { accountNumber, accountReference, bic, branchNumber, currency, date, decimal, holder, iban, instant, list, nonZero, oneOf, optional, passwordHash, positive, reference, status, text, transactionId, usage, uuid } from './fields.js';

const others = {
  transactionId, endToEndId: text, mandateId: text, creditorId: text, creditorName: text, creditorAccount: accountReference, creditorAgent: text,
  debtorName: text, debtorAccount: accountReference, debtorAgent: text, remittanceUnstructured: text, remittanceStructured: text, purposeCode: text,
  proprietaryBankTransactionCode: text, additionalInformation: text, currencyExchange: list,
};

export const aisPis: LoadFormat = {
  psu: { table: 'psu', key: ['psuId'], fields: { psuId: uuid, login: text, passwordHash, name: text, language: oneOf('en', 'he') } },
  account: { table: 'account', key: ['accountId'], fixed: ['iban', 'currency', 'openedOn'], fields: {
    accountId: uuid, iban, bic, ...optional({ branchNumber, accountNumber }), currency, ownerName: text, name: text,
    ...optional({ displayName: text }), product: text,
    cashAccountType: oneOf('CACC'), status, usage, ...optional({ details: text }), openedOn: date,
  } },
  holder,
  accountBalance: { table: 'account_balance', key: ['accountId'], fields: {
    accountId: uuid, booked: decimal, reserved: positive, incoming: positive, overdraft: positive, lastBookingDate: date, bookedBefore: decimal, changedAt: instant,
  } },
  entry: { table: 'entry', fields: {
    accountId: uuid, bookingDate: date, entryReference: reference, valueDate: date, bookedAt: instant, amount: nonZero, balanceAfter: decimal,
    bankTransactionCode: text, ...optional({ ...others, checkId: text, ultimateCreditor: text, ultimateDebtor: text }),
  } },
  pendingEntry: { table: 'pending_entry', key: ['accountId', 'entryDate', 'entryReference'], fields: {
    accountId: uuid, entryDate: date, entryReference: reference, valueDate: date, amount: nonZero, bankTransactionCode: text, ...optional(others),
  } },
  holiday: { table: 'holiday', key: ['currency', 'day'], fields: { currency, day: date, name: text } },
};
