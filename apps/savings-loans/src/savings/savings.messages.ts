import { AccountReference, Balance, withDescription, discloses } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ContractAccount, ContractEntries } from '../contracts/contract.messages.js';

export const SavingsList = Type.Object(
  {
    savingsAccounts: Type.Array(ContractAccount, { description: 'Savings accounts that the consent covers; empty where it covers none.' }),
  },
  { additionalProperties: false },
);
export type SavingsList = Static<typeof SavingsList>;

export const SavingsDetails = Type.Object(
  { savingsAccount: withDescription(ContractAccount, 'The requested savings account.') },
  { additionalProperties: false },
);
export type SavingsDetails = Static<typeof SavingsDetails>;

export const SavingsBalances = Type.Object(
  {
    ...discloses('none', { savingsAccount: withDescription(AccountReference, 'The savings account whose balances these are.') }),
    ...discloses('balance', { balances: Type.Array(Balance, { description: 'Balances of the savings account, one for each type.' }) }),
  },
  { additionalProperties: false },
);
export type SavingsBalances = Static<typeof SavingsBalances>;

export const SavingsTransactions = Type.Object(
  {
    ...discloses('none', { savingsAccount: withDescription(AccountReference, 'The savings account whose entries these are.') }),
    transactions: withDescription(ContractEntries, 'Entries of one page, grouped by booking status.'),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, { description: 'Balances of the savings account; absent unless `withBalance=true` was requested.' }),
      ),
    }),
  },
  { additionalProperties: false },
);
export type SavingsTransactions = Static<typeof SavingsTransactions>;
