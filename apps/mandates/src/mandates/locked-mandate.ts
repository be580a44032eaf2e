import type { Transaction } from '@open-banking/database';
import { lockAnyMandate, lockMandate, mandateById, mandateOfClient, type MandateRow } from './mandates.statements.js';

// Two statements: one that has waited for a lock sees the row as it is then, and everything else as it was before it waited,
// who has approved it among that.

/** A mandate of this client, kept from changing until the transaction ends. */
export async function lockedMandate(tx: Transaction, clientId: string, resourceId: string): Promise<MandateRow | undefined> {
  await tx.rows(lockMandate, clientId, resourceId);
  return tx.row(mandateOfClient, clientId, resourceId);
}

/** The same whoever's it is. */
export async function lockedAnyMandate(tx: Transaction, resourceId: string): Promise<MandateRow | undefined> {
  await tx.rows(lockAnyMandate, resourceId);
  return tx.row(mandateById, resourceId);
}
