/** The hot reads, for the benchmark: its baseline runs the same statements. */
export { balancesOfCard, type CardBalanceRow } from './cards/cards.statements.js';
export { bookedTransactions, type CardWithTransaction } from './transactions/transactions.statements.js';
