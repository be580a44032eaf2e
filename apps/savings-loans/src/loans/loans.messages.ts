import { AccountReference, Balance, discloses } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ContractAccount, ContractEntries } from '../contracts/contract.messages.js';

export const LoansList = Type.Object({ loanAccounts: Type.Array(ContractAccount) }, { additionalProperties: false });
export type LoansList = Static<typeof LoansList>;

export const LoansDetails = Type.Object({ loanAccount: ContractAccount }, { additionalProperties: false });
export type LoansDetails = Static<typeof LoansDetails>;

export const LoansBalances = Type.Object(
  {
    ...discloses('none', { loanAccount: AccountReference }),
    ...discloses('balance', { balances: Type.Array(Balance) }),
  },
  { additionalProperties: false },
);
export type LoansBalances = Static<typeof LoansBalances>;

export const LoansTransactions = Type.Object(
  {
    ...discloses('none', { loanAccount: AccountReference }),
    transactions: ContractEntries,
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
  },
  { additionalProperties: false },
);
export type LoansTransactions = Static<typeof LoansTransactions>;
