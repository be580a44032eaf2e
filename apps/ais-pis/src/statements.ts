/** A hot read, for the benchmark: its baseline runs the same statement. */
export { balancesOfAccount, type BalanceRow } from './accounts/accounts.statements.js';
/** The statements of a payment within the bank, for the benchmark without HTTP. */
export { bookPosting, lockAccounts } from './ledger/ledger.statements.js';
export { lockPayment as lockPaymentToExecute, type PaymentToExecute } from './payments/execution/execution.statements.js';
export { legsOf } from './payments/execution/payment-legs.js';
export { settleTerms } from './payments/payment-approvals.statements.js';
export { movePayment } from './payments/payment-state-machine.statements.js';
export { insertPayment } from './payments/payments.statements.js';
