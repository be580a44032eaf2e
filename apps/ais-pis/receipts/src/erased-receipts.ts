import { purgeAll, type Queries } from '@open-banking/database';
import { leaves } from './receipts.statements.js';

/**
 * Erases the texts of this customer's leaves, with the salts in them. Their hashes stay, and lead to nobody, so every proof holds. Returns how
 * many leaves were the customer's.
 */
export const eraseReceiptSalts = (queries: Queries, psuId: string): Promise<number> => purgeAll(queries, leaves.erase, psuId);
