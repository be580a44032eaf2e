import type { ServiceTables } from '@open-banking/feed';
import { cardCashFlows, cardProofs, transactionTextProofs } from './ledger-proofs.js';
import { loadFormat, loadRules } from './load-format.js';

export { transactionTextProofs };

/** How the tables of cards are loaded and proved. */
export const tables: ServiceTables = {
  loadFormat,
  loadRules,
  loadedProofs: cardProofs,
  provedByResource: true,
  writtenProofs: transactionTextProofs,
  cashFlows: cardCashFlows,
};
