import type { ServiceTables } from '@open-banking/feed';
import { loanServiceProofs } from './ledger-proofs.js';
import { loadFormat, loadRules } from './load-format.js';

/** How the tables of loan-services are loaded and proved. */
export const tables: ServiceTables = { loadFormat, loadRules, loadedProofs: loanServiceProofs };
