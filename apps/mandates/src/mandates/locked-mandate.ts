import type { Transaction } from '@open-banking/database';
import { lockAnyMandate, lockMandate, mandateById, mandateOfClient, type MandateRow } from './mandates.statements.js';

// Two statements: after waiting for a lock, a statement sees the current version of the locked row, but everything else, such as the
// mandate's approvals, as of before the wait.

/** A mandate of this client, locked until the transaction ends. */
export async function lockedMandate(tx: Transaction, clientId: string, resourceId: string): Promise<MandateRow | undefined> {
  await tx.rows(lockMandate, clientId, resourceId);
  return tx.row(mandateOfClient, clientId, resourceId);
}

/** The same for any client's mandate. */
export async function lockedAnyMandate(tx: Transaction, resourceId: string): Promise<MandateRow | undefined> {
  await tx.rows(lockAnyMandate, resourceId);
  return tx.row(mandateById, resourceId);
}
