import type { Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { lockClient, type ClientRow } from './directory.statements.js';

/** A client, locked until the transaction ends. Throws RESOURCE_UNKNOWN if there is none. */
export async function lockedClient(tx: Transaction, clientId: string, now: Date): Promise<ClientRow> {
  const client = clientId.includes('\0') ? undefined : await tx.row(lockClient, clientId, now);
  if (!client) throw new Refusal('RESOURCE_UNKNOWN', { clientId });
  return client;
}
