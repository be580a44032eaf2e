/** The hot reads, for the benchmark: its floor runs the very same statements. */
export { balancesOfAccount, type BalanceRow } from './accounts/accounts.statements.js';
export { bookedEntries, type AccountWithEntry } from './transactions/transactions.statements.js';
