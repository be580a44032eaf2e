/** Method, path, product, version label, version label of its plan ('' if none is published), plan, tier, limit label. */
export type PublishedFact = readonly [method: string, path: string, product: string, version: string, planVersion: string, plan: string, tier: string, limits: string];

/**
 * The published facts of the interface as a plain list, written independently of the table: where the two disagree, one of them is wrong.
 * Facts only; what the published interface leaves open is decided in the table.
 */
export const publishedFacts: readonly PublishedFact[] = [
  // Account information and payment initiation
  ['GET',    '/v1.7/accounts', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/accounts/{account-id}', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/accounts/{account-id}/balances', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/accounts/{account-id}/transactions', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['POST',   '/v1.7/consents', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['DELETE', '/v1.7/consents/{consentId}', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/consents/{consentId}', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/consents/{consentId}/status', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/payments/{payment-product}/{paymentId}', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/payments/{payment-product}/{paymentId}/status', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['POST',   '/v1.7/payments/{payment-product}', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/oauth/consents/.well-known/oauth-authorization-server', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/oauth/payments/.well-known/oauth-authorization-server', 'Account information and payment initiation', '1.7', '1.7', 'Default Plan', 'Free', '3 rate limits'],
  // Savings and loans accounts
  ['GET',    '/v1.5/loans', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/loans/{loan-account-id}', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/loans/{loan-account-id}/balances', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/loans/{loan-account-id}/transactions', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/savings', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/savings/{savings-account-id}', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/savings/{savings-account-id}/balances', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.5/savings/{savings-account-id}/transactions', 'Savings and loans accounts', '1.5', '1.5', 'Default Plan', 'Free', '3 rate limits'],
  // Mandate services
  ['POST',   '/v2/mandates', 'Mandate services', '1.0.0', '1.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v2/mandates/{resourceId}', 'Mandate services', '1.0.0', '1.0', 'Default Plan', 'Free', '3 rate limits'],
  ['DELETE', '/v2/mandates/{resourceId}', 'Mandate services', '1.0.0', '1.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v2/mandates/{resourceId}/status', 'Mandate services', '1.0.0', '1.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v2/oauth/mandates/.well-known/oauth-authorization-server', 'Mandate services', '1.0.0', '1.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server', 'Mandate services', '1.0.0', '1.0', 'Default Plan', 'Free', '3 rate limits'],
  // Securities accounts
  ['GET',    '/v1.0/securities-accounts', 'Securities accounts', '1.0', '', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.0/securities-accounts/{securities-account-id}', 'Securities accounts', '1.0', '', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.0/securities-accounts/{securities-account-id}/positions', 'Securities accounts', '1.0', '', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.0/securities-accounts/{securities-account-id}/transactions', 'Securities accounts', '1.0', '', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.0/securities-accounts/{securities-account-id}/orders', 'Securities accounts', '1.0', '', 'Default Plan', 'Free', '3 rate limits'],
  // Cards
  ['GET',    '/v1.7/cards', 'Cards', '1.7', '1.0.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/cards/{card-id}', 'Cards', '1.7', '1.0.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/cards/{card-id}/balances', 'Cards', '1.7', '1.0.0', 'Default Plan', 'Free', '3 rate limits'],
  ['GET',    '/v1.7/cards/{card-id}/transactions', 'Cards', '1.7', '1.0.0', 'Default Plan', 'Free', '3 rate limits'],
  // Loan services
  ['POST',   '/mortgageSimulation', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['POST',   '/v1/mortgageSimulation', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['GET',    '/loans', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['GET',    '/account/{BranchNumber}-{AccountNumber}/loanEligibility', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['GET',    '/account/{BranchNumber}-{AccountNumber}/loansBalances', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['GET',    '/account/{BranchNumber}-{AccountNumber}/loans', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['GET',    '/loan/{loanAccountID}', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
  ['GET',    '/loan/{BranchNumber}-{AccountNumber}/arrears/transactions', 'Loan services', '1.0.0', '', 'Default Plan', 'Free', '100 requests per hour'],
];
