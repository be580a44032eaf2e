/** The hot reads, for the benchmarks: the baseline runs the same statement, and their plans are shown. */
export { balancesOfAccount, type BalanceRow } from './accounts/accounts.statements.js';
export { bookedPage } from './transactions/transactions.statements.js';
/** The statements of a payment within the bank, for the benchmark without HTTP. */
export { bookPosting, lockAccounts } from './ledger/ledger.statements.js';
export { lockPayment as lockPaymentToExecute, type PaymentToExecute } from './payments/execution/execution.statements.js';
export { legsOf } from './payments/execution/payment-legs.js';
export { schemes } from './payments/scheme.js';
export { approvePayment, movePayment } from './payments/payment-state-machine.statements.js';
export { insertPayment } from './payments/payments.statements.js';
