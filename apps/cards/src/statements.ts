/** A hot read, for the benchmark: its baseline runs the same statement. */
export { balancesOfCard, type CardBalanceRow } from './cards/cards.statements.js';
