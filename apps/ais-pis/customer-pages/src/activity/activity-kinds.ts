import type { Locale } from '@open-banking/pages';

type Operation = keyof Locale['receipts']['operations'];
export type ActivityKind = keyof Locale['activity']['kinds'];

/** The kind of activity of each operation, as customers see it. Requests for a status read none of the customer's data. */
const kinds: Readonly<Record<Operation, ActivityKind>> = {
  listAccounts: 'lists',
  readAccount: 'details',
  readAccountBalances: 'balances',
  listTransactions: 'transactions',
  readConsent: 'access',
  readConsentStatus: 'access',
  readPayment: 'payment',
  readPaymentStatus: 'paymentStatus',
  listLoans: 'lists',
  readLoan: 'details',
  readLoanBalances: 'balances',
  listLoanTransactions: 'transactions',
  listSavings: 'lists',
  readSavings: 'details',
  readSavingsBalances: 'balances',
  listSavingsTransactions: 'transactions',
  readMandate: 'mandate',
  readMandateStatus: 'mandateStatus',
  listSecuritiesAccounts: 'lists',
  readSecuritiesAccount: 'details',
  listPositions: 'holdings',
  listSecuritiesTransactions: 'transactions',
  listOrders: 'holdings',
  listCards: 'lists',
  readCard: 'details',
  readCardBalances: 'balances',
  listCardTransactions: 'transactions',
  listAllLoans: 'loans',
  readLoanEligibility: 'loans',
  readAccountLoansBalances: 'loans',
  listAccountLoans: 'loans',
  readLoanDetails: 'loans',
  listArrearsTransactions: 'loans',
  'consents.approve': 'approvedAccess',
  'payments.approve': 'approvedPayment',
  'mandates.approve': 'approvedMandate',
  'cancellation.approve': 'approvedCancellation',
};

/** `other`: an operation that this release does not have. */
export const activityKind = (operation: string): ActivityKind =>
  Object.hasOwn(kinds, operation) ? kinds[operation as Operation] : 'other';
