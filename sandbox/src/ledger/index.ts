export { ledgerCheck, type LedgerReport } from './check.js';
export type { CheckResult } from './proof.js';
