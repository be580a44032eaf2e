import type { ServiceTables } from '@open-banking/feed';
import { accountProofs } from './ledger-proofs/account-proofs.js';
import { collectionProofs } from './ledger-proofs/collection-proofs.js';
import { entryTextProofs } from './ledger-proofs/entry-text-proofs.js';
import { paymentProofs } from './ledger-proofs/payment-proofs.js';
import { postingProofs } from './ledger-proofs/posting-proofs.js';
import { loadFormat, loadRules } from './load-format.js';

export { feedFormat } from './feed/feed-format.js';

export { entryTextProofs, paymentProofs };

/** How the tables of ais-pis are loaded and proved. */
export const tables: ServiceTables = {
  loadFormat,
  loadRules,
  loadedProofs: accountProofs,
  provedByResource: true,
  writtenProofs: [...postingProofs, ...collectionProofs, ...paymentProofs, ...entryTextProofs],
};
