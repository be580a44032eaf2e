import type { LoadFormat } from '@open-banking/database';
import { boolean, date, decimal, holder, instant, integer, json, optional, text, uuid } from './fields.js';

const account = {
  accountId: uuid, ...optional({ iban: text, bban: text }), currency: text, ownerName: text, name: text, ...optional({ displayName: text }), product: text,
  cashAccountType: text, status: text, usage: text, ...optional({ details: text, linkedAccounts: text }), interest: json, contractStartDate: date,
};
const sums = { booked: decimal, incoming: decimal, lastBookingDate: date, changedAt: instant };
const others = optional({
  transactionId: text, creditorName: text, creditorAccount: json, debtorName: text, debtorAccount: json, remittanceUnstructured: text, additionalInformation: text,
});
const codes = { bankTransactionCode: text, proprietaryBankTransactionCode: text };
const entry = { accountId: uuid, bookingDate: date, entryReference: text, valueDate: date, amount: decimal, balanceAfter: decimal, ...codes, ...others };
const pendingEntry = { accountId: uuid, entryDate: date, entryReference: text, valueDate: date, amount: decimal, ...codes, ...others };

export const savingsLoans: LoadFormat = {
  holder,
  savingsAccount: { table: 'savings_account', fields: { ...account, ...optional({ contractEndDate: date, contractAvailabilityDate: date }), ...sums } },
  savingsEntry: { table: 'savings_entry', fields: entry },
  savingsPendingEntry: { table: 'savings_pending_entry', fields: pendingEntry },
  loanAccount: { table: 'loan_account', fields: {
    ...account, contractEndDate: date, ...optional({ contractAvailabilityDate: date }), collateralsInvolved: boolean, guaranteeInvolved: boolean,
    originalAmount: decimal, ...sums,
  } },
  loanEntry: { table: 'loan_entry', fields: entry },
  loanPendingEntry: { table: 'loan_pending_entry', fields: pendingEntry },
  loanInstalment: { table: 'loan_instalment', fields: {
    accountId: uuid, number: integer, dueDate: date, openingBalance: decimal, indexation: decimal, interest: decimal, principal: decimal, fees: decimal,
    instalment: decimal, closingBalance: decimal, ...optional({ paidOn: date }),
  } },
};
