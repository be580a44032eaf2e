export { ledgerCheck, type LedgerReport } from './ledger-check.js';
export type { CheckResult } from '@open-banking/feed';
