import { digits, get, post, product, uuid } from '../operation.js';
import { accountReader, simulationClient } from '../token.js';

const facts = { id: 'loan-services', title: 'Loan services', service: 'loan-services', version: '1.0.0',
                plan: 'Default Plan', tier: 'Free', given: '100 requests per hour' } as const;
const formats = { BranchNumber: digits(1, 4), AccountNumber: digits(1, 10) };

export const loanServices = product(facts, {
  simulateMortgage:         post('/mortgageSimulation',                                       { limits: 'loanServices', token: simulationClient }),
  simulateMortgageV1:       post('/v1/mortgageSimulation',                                    { limits: 'loanServices', token: simulationClient }),
  listAllLoans:             get ('/loans',                                                    { limits: 'loanServices', token: accountReader, permission: 'accounts', of: 'loan' }),
  readLoanEligibility:      get ('/account/{BranchNumber}-{AccountNumber}/loanEligibility',   { limits: 'loanServices', token: accountReader, permission: 'balances', of: 'account', formats }),
  readAccountLoansBalances: get ('/account/{BranchNumber}-{AccountNumber}/loansBalances',     { limits: 'loanServices', token: accountReader, permission: 'balances', of: 'loan', formats }),
  listAccountLoans:         get ('/account/{BranchNumber}-{AccountNumber}/loans',             { limits: 'loanServices', token: accountReader, permission: 'accounts', of: 'loan', formats }),
  readLoanDetails:          get ('/loan/{loanAccountID}',                                     { limits: 'loanServices', token: accountReader, permission: 'balances', of: 'loan', formats: { loanAccountID: uuid } }),
  listArrearsTransactions:  get ('/loan/{BranchNumber}-{AccountNumber}/arrears/transactions', { limits: 'loanServices', token: accountReader, permission: 'transactions', of: 'loan', formats }),
});
