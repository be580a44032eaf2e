import { AccountReference, Balance, withDescription, discloses } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ContractAccount, ContractEntries } from '../contracts/contract.messages.js';

export const LoansList = Type.Object(
  { loanAccounts: Type.Array(ContractAccount, { description: 'Loan accounts that the consent covers; empty where it covers none.' }) },
  { additionalProperties: false },
);
export type LoansList = Static<typeof LoansList>;

export const LoansDetails = Type.Object(
  { loanAccount: withDescription(ContractAccount, 'The requested loan account.') },
  { additionalProperties: false },
);
export type LoansDetails = Static<typeof LoansDetails>;

export const LoansBalances = Type.Object(
  {
    ...discloses('none', { loanAccount: withDescription(AccountReference, 'The loan account whose balances these are.') }),
    ...discloses('balance', {
      balances: Type.Array(Balance, { description: 'Balances of the loan account; negative, as the customer owes them.' }),
    }),
  },
  { additionalProperties: false },
);
export type LoansBalances = Static<typeof LoansBalances>;

export const LoansTransactions = Type.Object(
  {
    ...discloses('none', { loanAccount: withDescription(AccountReference, 'The loan account whose entries these are.') }),
    transactions: withDescription(ContractEntries, 'Entries of one page, grouped by booking status.'),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, { description: 'Balances of the loan account; absent unless `withBalance=true` was requested.' }),
      ),
    }),
  },
  { additionalProperties: false },
);
export type LoansTransactions = Static<typeof LoansTransactions>;
