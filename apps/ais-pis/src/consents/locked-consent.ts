import type { Transaction } from '@open-banking/database';
import { findConsent, lockConsent, type ConsentRow } from './consents.statements.js';

/**
 * A consent of this client, kept from changing until the transaction ends. Two statements: one that has waited for a lock
 * sees the row as it is then, and all else, who has approved it among that, as it was before it waited.
 */
export async function lockedConsent(tx: Transaction, consentId: string, clientId: string): Promise<ConsentRow | undefined> {
  await tx.rows(lockConsent, consentId, clientId);
  return tx.row(findConsent, consentId, clientId);
}
