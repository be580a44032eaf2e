export type { BankSide, ClearingPosting, InstructedPayment, RejectedTransfer, Settled } from './bank-side.js';
export { differenceKinds, type Difference, type DifferenceKind } from './difference.js';
export { periodOf, readStatements, reconcile, type Statements, type Totals } from './reconciliation.js';
export type { Period } from './comparison.js';
export type { StatementFrame } from './settlement-item.js';
