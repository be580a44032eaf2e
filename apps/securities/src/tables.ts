import type { ServiceTables } from '@open-banking/feed';
import { securityCashFlows, securityProofs } from './ledger-proofs.js';
import { loadFormat, loadRules } from './load-format.js';

/** How the tables of securities are loaded and proved. */
export const tables: ServiceTables = { loadFormat, loadRules, loadedProofs: securityProofs, cashFlows: securityCashFlows };
