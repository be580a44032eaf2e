/** The hot reads, for the benchmarks: the baseline runs the same statement, and their plans are shown. */
export { balancesOfAccount, type BalanceRow } from '@open-banking/ais-pis-accounts';
export { bookedPage } from '@open-banking/ais-pis-accounts';
/** The statements of a payment within the bank, for the benchmark without HTTP. */
export { bookPosting, lockAccounts } from '@open-banking/ais-pis-ledger';
export { lockPayment as lockPaymentToExecute, type PaymentToExecute } from '@open-banking/ais-pis-payments';
export { paymentLegs } from '@open-banking/ais-pis-payments';
export { schemes } from '@open-banking/ais-pis-payments';
export { approvePayment, movePayment } from '@open-banking/ais-pis-payments';
export { insertPayment } from '@open-banking/ais-pis-payments';
