import type { ServiceTables } from '@open-banking/feed';
import { savingsAndLoanCashFlows, savingsAndLoanProofs } from './ledger-proofs.js';
import { loadFormat, loadRules } from './load-format.js';

/** How the tables of savings-loans are loaded and proved. */
export const tables: ServiceTables = { loadFormat, loadRules, loadedProofs: savingsAndLoanProofs, cashFlows: savingsAndLoanCashFlows };
