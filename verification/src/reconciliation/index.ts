export type { BankSide } from './bank-side.js';
export { differenceKinds, isDifference, remarkKinds, type Difference, type DifferenceKind, type RemarkKind } from './difference.js';
export { statementPeriod, readStatements, reconcile, type Statements, type Totals } from './reconciliation.js';
export type { Period } from './comparison.js';
export type { StatementFrame } from './settlement-item.js';
