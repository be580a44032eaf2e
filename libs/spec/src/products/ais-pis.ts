import { del, get, post, product, text, uuid } from '../operation.js';
import { accountReader, consentClient, consentParty, paymentClient, paymentParty } from '../token.js';

const facts = { id: 'ais-pis', title: 'Account information and payment initiation', service: 'ais-pis', version: '1.7', planVersion: '1.7',
                plan: 'Default Plan', tier: 'Free', given: '3 rate limits' } as const;

const account = { 'account-id': uuid };
const consent = { consentId: uuid };
const paymentProduct = { 'payment-product': text };
const payment = { ...paymentProduct, paymentId: uuid };

export const aisPis = product(facts, {
  listAccounts:         get ('/v1.7/accounts',                                               { limits: 'read',     token: accountReader, permission: 'accounts', of: 'account', availableAccounts: true }),
  readAccount:          get ('/v1.7/accounts/{account-id}',                                  { limits: 'read',     token: accountReader, permission: 'accounts', of: 'account', formats: account }),
  readAccountBalances:  get ('/v1.7/accounts/{account-id}/balances',                         { limits: 'hotRead',  token: accountReader, permission: 'balances', of: 'account', formats: account }),
  listTransactions:     get ('/v1.7/accounts/{account-id}/transactions',                     { limits: 'hotRead',  token: accountReader, permission: 'transactions', of: 'account', formats: account }),
  createConsent:        post('/v1.7/consents',                                               { limits: 'write',    token: consentClient }),
  deleteConsent:        del ('/v1.7/consents/{consentId}',                                   { limits: 'write',    token: consentParty, formats: consent }),
  readConsent:          get ('/v1.7/consents/{consentId}',                                   { limits: 'read',     token: consentParty, formats: consent }),
  readConsentStatus:    get ('/v1.7/consents/{consentId}/status',                            { limits: 'hotRead',  token: consentParty, formats: consent }),
  readPayment:          get ('/v1.7/payments/{payment-product}/{paymentId}',                 { limits: 'hotRead',  token: paymentParty, formats: payment }),
  readPaymentStatus:    get ('/v1.7/payments/{payment-product}/{paymentId}/status',          { limits: 'hotRead',  token: paymentParty, formats: payment }),
  createPayment:        post('/v1.7/payments/{payment-product}',                             { limits: 'write',    token: paymentClient, formats: paymentProduct }),
  readConsentsMetadata: get ('/v1.7/oauth/consents/.well-known/oauth-authorization-server',  { limits: 'metadata' }),
  readPaymentsMetadata: get ('/v1.7/oauth/payments/.well-known/oauth-authorization-server',  { limits: 'metadata' }),
});
