import { get, product, uuid } from '../operation.js';
import { accountReader } from '../token.js';

const facts = { id: 'cards', title: 'Cards', service: 'cards', version: '1.7', planVersion: '1.0.0',
                plan: 'Default Plan', tier: 'Free', given: '3 rate limits' } as const;

const formats = { 'card-id': uuid };

export const cards = product(facts, {
  listCards:            get('/v1.7/cards',                         { limits: 'read',    token: accountReader, permission: 'accounts', of: 'card', availableAccounts: true }),
  readCard:             get('/v1.7/cards/{card-id}',               { limits: 'read',    token: accountReader, permission: 'accounts', of: 'card', formats }),
  readCardBalances:     get('/v1.7/cards/{card-id}/balances',      { limits: 'hotRead', token: accountReader, permission: 'balances', of: 'card', formats }),
  listCardTransactions: get('/v1.7/cards/{card-id}/transactions',  { limits: 'hotRead', token: accountReader, permission: 'transactions', of: 'card', formats }),
});
