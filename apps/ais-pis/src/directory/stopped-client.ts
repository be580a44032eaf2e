import { ApprovalBlocked } from '@open-banking/issuer';
import type { Transaction } from '@open-banking/database';
import type { Role } from '@open-banking/spec';
import { lockActing } from './client-suspensions.statements.js';

/** Nothing is approved for a client that is suspended, removed or without the role it takes. To be called first in the transaction of an approval (`lockActing`). */
export async function refuseStopped(tx: Transaction, clientId: string, role: Role): Promise<void> {
  if (!(await tx.row(lockActing, clientId, role))) throw new ApprovalBlocked('client');
}
