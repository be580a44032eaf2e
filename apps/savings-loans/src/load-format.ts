import {
  accountReference,
  boolean,
  currency,
  date,
  decimal,
  holder,
  iban,
  instant,
  integer,
  list,
  type LoadFormat,
  nonZero,
  oneOf,
  optional,
  positive,
  reference,
  status,
  text,
  transactionId,
  usage,
  uuid,
} from '@open-banking/database';

const account = {
  accountId: uuid,
  ...optional({ iban, bban: text }),
  currency,
  ownerName: text,
  name: text,
  ...optional({ displayName: text }),
  product: text,
  status,
  usage,
  ...optional({ details: text, linkedAccounts: iban }),
  interest: list,
  contractStartDate: date,
};
const sums = { booked: decimal, incoming: decimal, lastBookingDate: date, changedAt: instant };
const others = optional({
  transactionId,
  creditorName: text,
  creditorAccount: accountReference,
  debtorName: text,
  debtorAccount: accountReference,
  remittanceUnstructured: text,
  additionalInformation: text,
});
const codes = { bankTransactionCode: text, proprietaryBankTransactionCode: text };
const entry = {
  accountId: uuid,
  bookingDate: date,
  entryReference: reference,
  valueDate: date,
  amount: nonZero,
  balanceAfter: decimal,
  ...codes,
  ...others,
};
const pendingEntry = { accountId: uuid, entryDate: date, entryReference: reference, valueDate: date, amount: nonZero, ...codes, ...others };

const changeable = { key: ['accountId'], fixed: ['currency', 'contractStartDate'] };
const pendingKey = ['accountId', 'entryDate', 'entryReference'];

export const savingsLoans: LoadFormat = {
  holder,
  savingsAccount: {
    table: 'savings_account',
    ...changeable,
    fields: { ...account, cashAccountType: oneOf('SVGS'), ...optional({ contractEndDate: date, contractAvailabilityDate: date }), ...sums },
  },
  savingsEntry: { table: 'savings_entry', fields: entry },
  savingsPendingEntry: { table: 'savings_pending_entry', key: pendingKey, fields: pendingEntry },
  loanAccount: {
    table: 'loan_account',
    ...changeable,
    fields: {
      ...account,
      cashAccountType: oneOf('LOAN'),
      contractEndDate: date,
      ...optional({ contractAvailabilityDate: date }),
      collateralsInvolved: boolean,
      guaranteeInvolved: boolean,
      originalAmount: positive,
      ...sums,
    },
  },
  loanEntry: { table: 'loan_entry', fields: entry },
  loanPendingEntry: { table: 'loan_pending_entry', key: pendingKey, fields: pendingEntry },
  loanInstalment: {
    table: 'loan_instalment',
    key: ['accountId', 'number'],
    fields: {
      accountId: uuid,
      number: integer,
      dueDate: date,
      openingBalance: decimal,
      indexation: decimal,
      interest: decimal,
      principal: decimal,
      fees: decimal,
      instalment: decimal,
      closingBalance: decimal,
      ...optional({ paidOn: date }),
    },
  },
};
