import { purgeAll, type Queries } from '@open-banking/database';
import { eraseOpenings } from './receipts.statements.js';

/**
 * Erases what leads from leaves of the log to this customer: the salts, and what they open. The leaves and their hashes stay, so every proof
 * holds. Returns how many receipts were the customer's.
 */
export const eraseReceiptSalts = (queries: Queries, psuId: string): Promise<number> => purgeAll(queries, eraseOpenings, psuId);
