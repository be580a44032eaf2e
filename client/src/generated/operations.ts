// Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.

import type { CallOptions, NoInput } from '../call-options.js';
import type * as messages from './messages.js';

/** The issuers of tokens. */
export const issuers = {
  consents: { path: '/v1.7/oauth/consents', metadata: 'readConsentsMetadata', approvedScope: 'AIS:' },
  payments: { path: '/v1.7/oauth/payments', metadata: 'readPaymentsMetadata', approvedScope: 'PIS:' },
  mandates: { path: '/v2/oauth/mandates', metadata: 'readMandatesMetadata', approvedScope: 'MANDATE:' },
  cancellation: { path: '/v2/oauth/mandates/cancellation', metadata: 'readCancellationMetadata', approvedScope: 'MANDATE-CANCEL:' },
} as const;

/** The operations, as far as a call needs them. */
export const operations = {
  listAccounts: { method: 'GET', path: '/v1.7/accounts', parameters: {}, issuer: 'consents', token: 'customer', consent: true },
  readAccount: { method: 'GET', path: '/v1.7/accounts/{account-id}', parameters: { accountId: 'account-id' }, issuer: 'consents', token: 'customer', consent: true },
  readAccountBalances: { method: 'GET', path: '/v1.7/accounts/{account-id}/balances', parameters: { accountId: 'account-id' }, issuer: 'consents', token: 'customer', consent: true },
  listTransactions: { method: 'GET', path: '/v1.7/accounts/{account-id}/transactions', parameters: { accountId: 'account-id' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  createConsent: { method: 'POST', path: '/v1.7/consents', parameters: {}, issuer: 'consents', token: 'client', clientScope: 'AIS' },
  deleteConsent: { method: 'DELETE', path: '/v1.7/consents/{consentId}', parameters: { consentId: 'consentId' }, issuer: 'consents', token: 'either', clientScope: 'AIS' },
  readConsent: { method: 'GET', path: '/v1.7/consents/{consentId}', parameters: { consentId: 'consentId' }, issuer: 'consents', token: 'either', clientScope: 'AIS' },
  readConsentStatus: { method: 'GET', path: '/v1.7/consents/{consentId}/status', parameters: { consentId: 'consentId' }, issuer: 'consents', token: 'either', clientScope: 'AIS' },
  readPayment: { method: 'GET', path: '/v1.7/payments/{payment-product}/{paymentId}', parameters: { paymentProduct: 'payment-product', paymentId: 'paymentId' }, issuer: 'payments', token: 'either', clientScope: 'PIS' },
  readPaymentStatus: { method: 'GET', path: '/v1.7/payments/{payment-product}/{paymentId}/status', parameters: { paymentProduct: 'payment-product', paymentId: 'paymentId' }, issuer: 'payments', token: 'either', clientScope: 'PIS' },
  createPayment: { method: 'POST', path: '/v1.7/payments/{payment-product}', parameters: { paymentProduct: 'payment-product' }, issuer: 'payments', token: 'client', clientScope: 'PIS' },
  readConsentsMetadata: { method: 'GET', path: '/v1.7/oauth/consents/.well-known/oauth-authorization-server', parameters: {} },
  readPaymentsMetadata: { method: 'GET', path: '/v1.7/oauth/payments/.well-known/oauth-authorization-server', parameters: {} },
  listLoans: { method: 'GET', path: '/v1.5/loans', parameters: {}, issuer: 'consents', token: 'customer', consent: true },
  readLoan: { method: 'GET', path: '/v1.5/loans/{loan-account-id}', parameters: { loanAccountId: 'loan-account-id' }, issuer: 'consents', token: 'customer', consent: true },
  readLoanBalances: { method: 'GET', path: '/v1.5/loans/{loan-account-id}/balances', parameters: { loanAccountId: 'loan-account-id' }, issuer: 'consents', token: 'customer', consent: true },
  listLoanTransactions: { method: 'GET', path: '/v1.5/loans/{loan-account-id}/transactions', parameters: { loanAccountId: 'loan-account-id' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  listSavings: { method: 'GET', path: '/v1.5/savings', parameters: {}, issuer: 'consents', token: 'customer', consent: true },
  readSavings: { method: 'GET', path: '/v1.5/savings/{savings-account-id}', parameters: { savingsAccountId: 'savings-account-id' }, issuer: 'consents', token: 'customer', consent: true },
  readSavingsBalances: { method: 'GET', path: '/v1.5/savings/{savings-account-id}/balances', parameters: { savingsAccountId: 'savings-account-id' }, issuer: 'consents', token: 'customer', consent: true },
  listSavingsTransactions: { method: 'GET', path: '/v1.5/savings/{savings-account-id}/transactions', parameters: { savingsAccountId: 'savings-account-id' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  createMandate: { method: 'POST', path: '/v2/mandates', parameters: {}, issuer: 'mandates', token: 'client', clientScope: 'MANDATE' },
  readMandate: { method: 'GET', path: '/v2/mandates/{resourceId}', parameters: { resourceId: 'resourceId' }, issuer: 'mandates', token: 'either', clientScope: 'MANDATE' },
  deleteMandate: { method: 'DELETE', path: '/v2/mandates/{resourceId}', parameters: { resourceId: 'resourceId' }, issuer: 'mandates', token: 'either', clientScope: 'MANDATE' },
  readMandateStatus: { method: 'GET', path: '/v2/mandates/{resourceId}/status', parameters: { resourceId: 'resourceId' }, issuer: 'mandates', token: 'either', clientScope: 'MANDATE' },
  readMandatesMetadata: { method: 'GET', path: '/v2/oauth/mandates/.well-known/oauth-authorization-server', parameters: {} },
  readCancellationMetadata: { method: 'GET', path: '/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server', parameters: {} },
  listSecuritiesAccounts: { method: 'GET', path: '/v1.0/securities-accounts', parameters: {}, issuer: 'consents', token: 'customer', consent: true },
  readSecuritiesAccount: { method: 'GET', path: '/v1.0/securities-accounts/{securities-account-id}', parameters: { securitiesAccountId: 'securities-account-id' }, issuer: 'consents', token: 'customer', consent: true },
  listPositions: { method: 'GET', path: '/v1.0/securities-accounts/{securities-account-id}/positions', parameters: { securitiesAccountId: 'securities-account-id' }, issuer: 'consents', token: 'customer', consent: true },
  listSecuritiesTransactions: { method: 'GET', path: '/v1.0/securities-accounts/{securities-account-id}/transactions', parameters: { securitiesAccountId: 'securities-account-id' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  listOrders: { method: 'GET', path: '/v1.0/securities-accounts/{securities-account-id}/orders', parameters: { securitiesAccountId: 'securities-account-id' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  listCards: { method: 'GET', path: '/v1.7/cards', parameters: {}, issuer: 'consents', token: 'customer', consent: true },
  readCard: { method: 'GET', path: '/v1.7/cards/{card-id}', parameters: { cardId: 'card-id' }, issuer: 'consents', token: 'customer', consent: true },
  readCardBalances: { method: 'GET', path: '/v1.7/cards/{card-id}/balances', parameters: { cardId: 'card-id' }, issuer: 'consents', token: 'customer', consent: true },
  listCardTransactions: { method: 'GET', path: '/v1.7/cards/{card-id}/transactions', parameters: { cardId: 'card-id' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  simulateMortgage: { method: 'POST', path: '/mortgageSimulation', parameters: {}, issuer: 'consents', token: 'client', clientScope: 'loan-services' },
  simulateMortgageV1: { method: 'POST', path: '/v1/mortgageSimulation', parameters: {}, issuer: 'consents', token: 'client', clientScope: 'loan-services' },
  listAllLoans: { method: 'GET', path: '/loans', parameters: {}, issuer: 'consents', token: 'customer', consent: true, paged: true },
  readLoanEligibility: { method: 'GET', path: '/account/{BranchNumber}-{AccountNumber}/loanEligibility', parameters: { branchNumber: 'BranchNumber', accountNumber: 'AccountNumber' }, issuer: 'consents', token: 'customer', consent: true },
  readAccountLoansBalances: { method: 'GET', path: '/account/{BranchNumber}-{AccountNumber}/loansBalances', parameters: { branchNumber: 'BranchNumber', accountNumber: 'AccountNumber' }, issuer: 'consents', token: 'customer', consent: true },
  listAccountLoans: { method: 'GET', path: '/account/{BranchNumber}-{AccountNumber}/loans', parameters: { branchNumber: 'BranchNumber', accountNumber: 'AccountNumber' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
  readLoanDetails: { method: 'GET', path: '/loan/{loanAccountID}', parameters: { loanAccountID: 'loanAccountID' }, issuer: 'consents', token: 'customer', consent: true },
  listArrearsTransactions: { method: 'GET', path: '/loan/{BranchNumber}-{AccountNumber}/arrears/transactions', parameters: { branchNumber: 'BranchNumber', accountNumber: 'AccountNumber' }, issuer: 'consents', token: 'customer', consent: true, paged: true },
} as const;

/** All operations, by the name that the table, the documents and the request log give them. */
export interface Operations {
  /**
   * Lists the current accounts that the consent covers, with their balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`, or for the lists of accounts alone.
   *
   * `GET /v1.7/accounts`
   *
   * Permission: `accounts` of the account.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  listAccounts(input?: messages.ListAccountsInput, options?: CallOptions): Promise<messages.ListAccountsAnswer>;

  /**
   * Reads the details of one current account, with its balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /v1.7/accounts/{account-id}`
   *
   * Permission: `accounts` of the account.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readAccount(input: messages.ReadAccountInput, options?: CallOptions): Promise<messages.ReadAccountAnswer>;

  /**
   * Reads the balances of one current account as of now. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /v1.7/accounts/{account-id}/balances`
   *
   * Permission: `balances` of the account.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readAccountBalances(input: messages.ReadAccountBalancesInput, options?: CallOptions): Promise<messages.ReadAccountBalancesAnswer>;

  /**
   * Lists entries of one current account by booking status and period, newest first, in pages. Standing orders to come are entries of status `information`. `entryReferenceFrom` and `deltaList` list only what has changed. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list pending entries only with `bookingStatus=pending`. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /v1.7/accounts/{account-id}/transactions`
   *
   * Permission: `transactions` of the account.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_CONSISTENT, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listTransactions(input: messages.ListTransactionsInput, options?: CallOptions): Promise<messages.ListTransactionsAnswer>;

  /**
   * Creates a consent. It is valid once the customer has approved it at the consents issuer, with the scope `AIS:<consentId>`. Needs a client token of the consents issuer with scope `AIS`.
   *
   * `POST /v1.7/consents`
   *
   * Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
   * Errors, besides those of every operation: 400 SESSIONS_NOT_SUPPORTED, 400 PERIOD_INVALID, 400 PARAMETER_NOT_CONSISTENT, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 409 STATUS_INVALID, 415 FORMAT_ERROR.
   */
  createConsent(input: messages.CreateConsentInput, options?: CallOptions): Promise<messages.CreateConsentAnswer>;

  /**
   * Ends a consent before its last day (`terminatedByTpp`). Repeating the request succeeds; for a consent that ended otherwise the response is 409. Needs a client or customer token of the consents issuer with scope `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.
   *
   * `DELETE /v1.7/consents/{consentId}`
   *
   * Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.
   */
  deleteConsent(input: messages.DeleteConsentInput, options?: CallOptions): Promise<messages.DeleteConsentAnswer>;

  /**
   * Reads a consent: before the approval what was requested, after it what the customer granted. Needs a client or customer token of the consents issuer with scope `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.
   *
   * `GET /v1.7/consents/{consentId}`
   *
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  readConsent(input: messages.ReadConsentInput, options?: CallOptions): Promise<messages.ReadConsentAnswer>;

  /**
   * Reads the status of a consent. Needs a client or customer token of the consents issuer with scope `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.
   *
   * `GET /v1.7/consents/{consentId}/status`
   *
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  readConsentStatus(input: messages.ReadConsentStatusInput, options?: CallOptions): Promise<messages.ReadConsentStatusAnswer>;

  /**
   * Reads a payment as it was accepted, with its current status. Needs a client or customer token of the payments issuer with scope `PIS` or `PIS:<paymentId>`; only the client that created the resource can use it.
   *
   * `GET /v1.7/payments/{payment-product}/{paymentId}`
   *
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 404 RESOURCE_UNKNOWN, 404 PRODUCT_UNKNOWN.
   */
  readPayment(input: messages.ReadPaymentInput, options?: CallOptions): Promise<messages.ReadPaymentAnswer>;

  /**
   * Reads the status of a payment and, if it was rejected, the reason. Needs a client or customer token of the payments issuer with scope `PIS` or `PIS:<paymentId>`; only the client that created the resource can use it.
   *
   * `GET /v1.7/payments/{payment-product}/{paymentId}/status`
   *
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 404 RESOURCE_UNKNOWN, 404 PRODUCT_UNKNOWN.
   */
  readPaymentStatus(input: messages.ReadPaymentStatusInput, options?: CallOptions): Promise<messages.ReadPaymentStatusAnswer>;

  /**
   * Creates a payment of one payment product. The bank executes it once the customer has approved it at the payments issuer, with the scope `PIS:<paymentId>`. Needs a client token of the payments issuer with scope `PIS`.
   *
   * `POST /v1.7/payments/{payment-product}`
   *
   * Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
   * Errors, besides those of every operation: 400 PAYMENT_FAILED, 400 EXECUTION_DATE_INVALID, 400 PARAMETER_NOT_CONSISTENT, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 404 PRODUCT_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.
   */
  createPayment(input: messages.CreatePaymentInput, options?: CallOptions): Promise<messages.CreatePaymentAnswer>;

  /**
   * Reads the metadata (RFC 8414) of the issuer at which clients get tokens for consents and customers approve them. Needs no token.
   *
   * `GET /v1.7/oauth/consents/.well-known/oauth-authorization-server`
   *
   * Limits, for each address: 10 a second, 300 a minute, 20,000 a day.
   */
  readConsentsMetadata(input?: NoInput, options?: CallOptions): Promise<messages.ReadConsentsMetadataAnswer>;

  /**
   * Reads the metadata (RFC 8414) of the issuer at which clients get tokens for payments and customers approve them. Needs no token.
   *
   * `GET /v1.7/oauth/payments/.well-known/oauth-authorization-server`
   *
   * Limits, for each address: 10 a second, 300 a minute, 20,000 a day.
   */
  readPaymentsMetadata(input?: NoInput, options?: CallOptions): Promise<messages.ReadPaymentsMetadataAnswer>;

  /**
   * Lists the loan accounts that the consent covers, with their balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`, or for the lists of accounts alone.
   *
   * `GET /v1.5/loans`
   *
   * Permission: `accounts` of the loan.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  listLoans(input?: messages.ListLoansInput, options?: CallOptions): Promise<messages.ListLoansAnswer>;

  /**
   * Reads the details of one loan account, with its balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /v1.5/loans/{loan-account-id}`
   *
   * Permission: `accounts` of the loan.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readLoan(input: messages.ReadLoanInput, options?: CallOptions): Promise<messages.ReadLoanAnswer>;

  /**
   * Reads the balances of one loan account as of now. They are negative, as the customer owes them. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /v1.5/loans/{loan-account-id}/balances`
   *
   * Permission: `balances` of the loan.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readLoanBalances(input: messages.ReadLoanBalancesInput, options?: CallOptions): Promise<messages.ReadLoanBalancesAnswer>;

  /**
   * Lists entries of one loan account by booking status and period, newest first, in pages. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list pending entries only with `bookingStatus=pending`. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /v1.5/loans/{loan-account-id}/transactions`
   *
   * Permission: `transactions` of the loan.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listLoanTransactions(input: messages.ListLoanTransactionsInput, options?: CallOptions): Promise<messages.ListLoanTransactionsAnswer>;

  /**
   * Lists the savings accounts that the consent covers, with their balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`, or for the lists of accounts alone.
   *
   * `GET /v1.5/savings`
   *
   * Permission: `accounts` of the savings.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  listSavings(input?: messages.ListSavingsInput, options?: CallOptions): Promise<messages.ListSavingsAnswer>;

  /**
   * Reads the details of one savings account, with its balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /v1.5/savings/{savings-account-id}`
   *
   * Permission: `accounts` of the savings.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readSavings(input: messages.ReadSavingsInput, options?: CallOptions): Promise<messages.ReadSavingsAnswer>;

  /**
   * Reads the balances of one savings account as of now. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /v1.5/savings/{savings-account-id}/balances`
   *
   * Permission: `balances` of the savings.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readSavingsBalances(input: messages.ReadSavingsBalancesInput, options?: CallOptions): Promise<messages.ReadSavingsBalancesAnswer>;

  /**
   * Lists entries of one savings account by booking status and period, newest first, in pages. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list pending entries only with `bookingStatus=pending`. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /v1.5/savings/{savings-account-id}/transactions`
   *
   * Permission: `transactions` of the savings.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listSavingsTransactions(input: messages.ListSavingsTransactionsInput, options?: CallOptions): Promise<messages.ListSavingsTransactionsAnswer>;

  /**
   * Creates a direct-debit mandate. It is active once the customer has approved it at the mandates issuer, with the scope `MANDATE:<resourceId>`. Needs a client token of the mandates issuer with scope `MANDATE`.
   *
   * `POST /v2/mandates`
   *
   * Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
   * Errors, besides those of every operation: 400 PARAMETER_NOT_CONSISTENT, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 409 STATUS_INVALID, 415 FORMAT_ERROR.
   */
  createMandate(input: messages.CreateMandateInput, options?: CallOptions): Promise<messages.CreateMandateAnswer>;

  /**
   * Reads a mandate as it was accepted, with its current status. Needs a client or customer token of the mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the resource can use it.
   *
   * `GET /v2/mandates/{resourceId}`
   *
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 404 RESOURCE_UNKNOWN.
   */
  readMandate(input: messages.ReadMandateInput, options?: CallOptions): Promise<messages.ReadMandateAnswer>;

  /**
   * Ends a mandate. One that is not active yet ends at once (204); an active or suspended one ends when the customer approves the cancellation (202). Needs a client or customer token of the mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the resource can use it.
   *
   * `DELETE /v2/mandates/{resourceId}`
   *
   * Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 404 RESOURCE_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.
   */
  deleteMandate(input: messages.DeleteMandateInput, options?: CallOptions): Promise<messages.DeleteMandateAnswer>;

  /**
   * Reads the status of a mandate and the reason for it, without personal data. Needs a client or customer token of the mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the resource can use it.
   *
   * `GET /v2/mandates/{resourceId}/status`
   *
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 404 RESOURCE_UNKNOWN.
   */
  readMandateStatus(input: messages.ReadMandateStatusInput, options?: CallOptions): Promise<messages.ReadMandateStatusAnswer>;

  /**
   * Reads the metadata (RFC 8414) of the issuer at which clients get tokens for mandates and customers approve them. Needs no token.
   *
   * `GET /v2/oauth/mandates/.well-known/oauth-authorization-server`
   *
   * Limits, for each address: 10 a second, 300 a minute, 20,000 a day.
   */
  readMandatesMetadata(input?: NoInput, options?: CallOptions): Promise<messages.ReadMandatesMetadataAnswer>;

  /**
   * Reads the metadata (RFC 8414) of the issuer at which customers approve the cancellation of a mandate. Needs no token.
   *
   * `GET /v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server`
   *
   * Limits, for each address: 10 a second, 300 a minute, 20,000 a day.
   */
  readCancellationMetadata(input?: NoInput, options?: CallOptions): Promise<messages.ReadCancellationMetadataAnswer>;

  /**
   * Lists the securities accounts that the consent covers, with the value of their holdings on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`, or for the lists of accounts alone.
   *
   * `GET /v1.0/securities-accounts`
   *
   * Permission: `accounts` of the securities.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  listSecuritiesAccounts(input?: messages.ListSecuritiesAccountsInput, options?: CallOptions): Promise<messages.ListSecuritiesAccountsAnswer>;

  /**
   * Reads the details of one securities account, with the value of its holdings on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /v1.0/securities-accounts/{securities-account-id}`
   *
   * Permission: `accounts` of the securities.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readSecuritiesAccount(input: messages.ReadSecuritiesAccountInput, options?: CallOptions): Promise<messages.ReadSecuritiesAccountAnswer>;

  /**
   * Lists the positions of one securities account as of now, with their latest prices and values. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /v1.0/securities-accounts/{securities-account-id}/positions`
   *
   * Permission: `balances` of the securities.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listPositions(input: messages.ListPositionsInput, options?: CallOptions): Promise<messages.ListPositionsAnswer>;

  /**
   * Lists trades and corporate actions of one securities account by period, newest first, in pages. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /v1.0/securities-accounts/{securities-account-id}/transactions`
   *
   * Permission: `transactions` of the securities.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listSecuritiesTransactions(input: messages.ListSecuritiesTransactionsInput, options?: CallOptions): Promise<messages.ListSecuritiesTransactionsAnswer>;

  /**
   * Lists orders of one securities account by status and period, newest first, in pages. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /v1.0/securities-accounts/{securities-account-id}/orders`
   *
   * Permission: `transactions` of the securities.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listOrders(input: messages.ListOrdersInput, options?: CallOptions): Promise<messages.ListOrdersAnswer>;

  /**
   * Lists the cards that the consent covers, with their balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`, or for the lists of accounts alone.
   *
   * `GET /v1.7/cards`
   *
   * Permission: `accounts` of the card.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  listCards(input?: messages.ListCardsInput, options?: CallOptions): Promise<messages.ListCardsAnswer>;

  /**
   * Reads the details of one card, with its balances on request. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /v1.7/cards/{card-id}`
   *
   * Permission: `accounts` of the card.
   * Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readCard(input: messages.ReadCardInput, options?: CallOptions): Promise<messages.ReadCardAnswer>;

  /**
   * Reads the balances of one card as of now: the next debit and the unused limit. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /v1.7/cards/{card-id}/balances`
   *
   * Permission: `balances` of the card.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readCardBalances(input: messages.ReadCardBalancesInput, options?: CallOptions): Promise<messages.ReadCardBalancesAnswer>;

  /**
   * Lists transactions of one card by booking status, period and value date, newest first, in pages. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest transaction, have cursors of their own and list pending transactions only with `bookingStatus=pending`. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /v1.7/cards/{card-id}/transactions`
   *
   * Permission: `transactions` of the card.
   * Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listCardTransactions(input: messages.ListCardTransactionsInput, options?: CallOptions): Promise<messages.ListCardTransactionsAnswer>;

  /**
   * Simulates a mortgage: instalments, total cost, annual percentage rate of charge and repayment schedule. The bank keeps nothing of it. Needs a client token of the consents issuer with scope `loan-services`.
   *
   * `POST /mortgageSimulation`
   *
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 400 PARAMETER_NOT_CONSISTENT, 415 FORMAT_ERROR.
   */
  simulateMortgage(input: messages.SimulateMortgageInput, options?: CallOptions): Promise<messages.SimulateMortgageAnswer>;

  /**
   * Simulates a mortgage exactly as `POST /mortgageSimulation` does, under its versioned path and with a limit of its own. Needs a client token of the consents issuer with scope `loan-services`.
   *
   * `POST /v1/mortgageSimulation`
   *
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 400 PARAMETER_NOT_CONSISTENT, 415 FORMAT_ERROR.
   */
  simulateMortgageV1(input: messages.SimulateMortgageV1Input, options?: CallOptions): Promise<messages.SimulateMortgageV1Answer>;

  /**
   * Lists all loans that the consent covers, with what is owed on each, in pages. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /loans`
   *
   * Permission: `accounts` of the loan.
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.
   */
  listAllLoans(input?: messages.ListAllLoansInput, options?: CallOptions): Promise<messages.ListAllLoansAnswer>;

  /**
   * Reads whether the bank would offer the owner of an account a loan, why not, and on which terms. It is decided by income, debt service, arrears, the length of the relationship and the bank's products; all loans of the account count. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /account/{BranchNumber}-{AccountNumber}/loanEligibility`
   *
   * Permission: `balances` of the account.
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readLoanEligibility(input: messages.ReadLoanEligibilityInput, options?: CallOptions): Promise<messages.ReadLoanEligibilityAnswer>;

  /**
   * Reads what is owed today on the loans that an account repays, for each loan and in total for each currency. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /account/{BranchNumber}-{AccountNumber}/loansBalances`
   *
   * Permission: `balances` of the loan.
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readAccountLoansBalances(input: messages.ReadAccountLoansBalancesInput, options?: CallOptions): Promise<messages.ReadAccountLoansBalancesAnswer>;

  /**
   * Lists the loans that an account repays and the consent covers, in pages. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `accounts`.
   *
   * `GET /account/{BranchNumber}-{AccountNumber}/loans`
   *
   * Permission: `accounts` of the loan.
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listAccountLoans(input: messages.ListAccountLoansInput, options?: CallOptions): Promise<messages.ListAccountLoansAnswer>;

  /**
   * Reads one loan with its tracks, collateral, terms of early repayment and remaining schedule. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.
   *
   * `GET /loan/{loanAccountID}`
   *
   * Permission: `balances` of the loan.
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  readLoanDetails(input: messages.ReadLoanDetailsInput, options?: CallOptions): Promise<messages.ReadLoanDetailsAnswer>;

  /**
   * Lists what changed the arrears of the loans that an account repays, newest first, in pages, with the arrears of today. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `transactions`.
   *
   * `GET /loan/{BranchNumber}-{AccountNumber}/arrears/transactions`
   *
   * Permission: `transactions` of the loan.
   * Limits, for each client: 100 a hour.
   * Errors, besides those of every operation: 400 PERIOD_INVALID, 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.
   */
  listArrearsTransactions(input: messages.ListArrearsTransactionsInput, options?: CallOptions): Promise<messages.ListArrearsTransactionsAnswer>;
}
