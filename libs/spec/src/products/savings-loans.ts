import { get, product, uuid } from '../operation.js';
import { accountReader } from '../token.js';

const facts = { id: 'savings-loans', title: 'Savings and loans accounts', service: 'savings-loans', version: '1.5', planVersion: '1.5',
                plan: 'Default Plan', tier: 'Free', given: '3 rate limits' } as const;

const loan = { 'loan-account-id': uuid };
const savings = { 'savings-account-id': uuid };

export const savingsLoans = product(facts, {
  listLoans:               get('/v1.5/loans',                                   { limits: 'read',    token: accountReader, permission: 'accounts', of: 'loan', availableAccounts: true }),
  readLoan:                get('/v1.5/loans/{loan-account-id}',                 { limits: 'read',    token: accountReader, permission: 'accounts', of: 'loan', formats: loan }),
  readLoanBalances:        get('/v1.5/loans/{loan-account-id}/balances',        { limits: 'hotRead', token: accountReader, permission: 'balances', of: 'loan', formats: loan }),
  listLoanTransactions:    get('/v1.5/loans/{loan-account-id}/transactions',    { limits: 'hotRead', token: accountReader, permission: 'transactions', of: 'loan', formats: loan }),
  listSavings:             get('/v1.5/savings',                                 { limits: 'read',    token: accountReader, permission: 'accounts', of: 'savings', availableAccounts: true }),
  readSavings:             get('/v1.5/savings/{savings-account-id}',            { limits: 'read',    token: accountReader, permission: 'accounts', of: 'savings', formats: savings }),
  readSavingsBalances:     get('/v1.5/savings/{savings-account-id}/balances',   { limits: 'hotRead', token: accountReader, permission: 'balances', of: 'savings', formats: savings }),
  listSavingsTransactions: get('/v1.5/savings/{savings-account-id}/transactions', { limits: 'hotRead', token: accountReader, permission: 'transactions', of: 'savings', formats: savings }),
});
