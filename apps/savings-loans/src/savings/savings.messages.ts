import { AccountReference, Balance, discloses } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ContractAccount, ContractEntries } from '../contracts/contract.messages.js';

export const SavingsList = Type.Object({ savingsAccounts: Type.Array(ContractAccount) }, { additionalProperties: false });
export type SavingsList = Static<typeof SavingsList>;

export const SavingsDetails = Type.Object({ savingsAccount: ContractAccount }, { additionalProperties: false });
export type SavingsDetails = Static<typeof SavingsDetails>;

export const SavingsBalances = Type.Object(
  {
    ...discloses('none', { savingsAccount: AccountReference }),
    ...discloses('balance', { balances: Type.Array(Balance) }),
  },
  { additionalProperties: false },
);
export type SavingsBalances = Static<typeof SavingsBalances>;

export const SavingsTransactions = Type.Object(
  {
    ...discloses('none', { savingsAccount: AccountReference }),
    transactions: ContractEntries,
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
  },
  { additionalProperties: false },
);
export type SavingsTransactions = Static<typeof SavingsTransactions>;
