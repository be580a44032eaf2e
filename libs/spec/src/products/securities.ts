import { get, product, uuid } from '../operation.js';
import { accountReader } from '../token.js';

const facts = { id: 'securities', title: 'Securities accounts', service: 'securities', version: '1.0',
                plan: 'Default Plan', tier: 'Free', given: '3 rate limits' } as const;

const formats = { 'securities-account-id': uuid };

export const securities = product(facts, {
  listSecuritiesAccounts:     get('/v1.0/securities-accounts',                                        { limits: 'read',    token: accountReader, permission: 'accounts', of: 'securities', availableAccounts: true }),
  readSecuritiesAccount:      get('/v1.0/securities-accounts/{securities-account-id}',                { limits: 'read',    token: accountReader, permission: 'accounts', of: 'securities', formats }),
  listPositions:              get('/v1.0/securities-accounts/{securities-account-id}/positions',      { limits: 'read',    token: accountReader, permission: 'balances', of: 'securities', formats }),
  listSecuritiesTransactions: get('/v1.0/securities-accounts/{securities-account-id}/transactions',   { limits: 'hotRead', token: accountReader, permission: 'transactions', of: 'securities', formats }),
  listOrders:                 get('/v1.0/securities-accounts/{securities-account-id}/orders',         { limits: 'read',    token: accountReader, permission: 'transactions', of: 'securities', formats }),
});
