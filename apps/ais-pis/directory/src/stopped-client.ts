import { ApprovalBlocked } from '@open-banking/issuer';
import type { Transaction } from '@open-banking/database';
import type { Role } from '@open-banking/spec';
import { lockActiveClient } from './client-suspensions.statements.js';

/** Refuses approvals for a client that is suspended, removed or lacks the role. Call it first in the transaction (`lockActiveClient`). */
export async function refuseStopped(tx: Transaction, clientId: string, role: Role): Promise<void> {
  if (!(await tx.row(lockActiveClient, clientId, role))) throw new ApprovalBlocked('client');
}
