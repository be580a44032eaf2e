import { ApprovalBlocked } from '@open-banking/authorization';
import type { Transaction } from '@open-banking/database';
import { lockActing } from './client-suspensions.statements.js';

/** Nothing is approved for a client that is suspended or removed. To be called first in the transaction of an approval (`lockActing`). */
export async function refuseStopped(tx: Transaction, clientId: string): Promise<void> {
  if (!await tx.row(lockActing, clientId)) throw new ApprovalBlocked('client');
}
