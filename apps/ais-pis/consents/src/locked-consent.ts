import type { Transaction } from '@open-banking/database';
import { findConsent, lockConsent, type ConsentRow } from './consents.statements.js';

/**
 * A consent of this client, locked until the transaction ends. Two statements, because a statement that waited for the lock
 * sees the row's new version but everything else (such as its approvals) as of before the wait.
 */
export async function lockedConsent(tx: Transaction, consentId: string, clientId: string): Promise<ConsentRow | undefined> {
  await tx.rows(lockConsent, consentId, clientId);
  return tx.row(findConsent, consentId, clientId);
}
