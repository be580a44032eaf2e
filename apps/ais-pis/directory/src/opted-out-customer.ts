import { ApprovalBlocked } from '@open-banking/issuer';
import type { Transaction } from '@open-banking/database';
import { holdStanding } from './opt-outs.statements.js';

/**
 * Refuses approvals of a customer who has opted out or is erased, until the transaction ends. Call it first: whoever opts out locks the
 * customer, then consents.
 */
export async function refuseOptedOut(tx: Transaction, psuId: string): Promise<void> {
  const customer = await tx.row(holdStanding, psuId);
  if (customer?.optedOutAt) throw new ApprovalBlocked('opted-out');
  if (customer?.erased) throw new ApprovalBlocked('state');
}
