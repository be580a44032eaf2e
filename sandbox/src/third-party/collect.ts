import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionState, MandateChanged } from '@open-banking/access';
import { mandatesInternal } from '@open-banking/spec';
import type { OperatorFile } from '../bank/operator-file.js';
import { succeeded, type Answered } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

export interface Presented {
  readonly collectionId: string;
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly endToEndId?: string;
  readonly remittance?: string;
}

/** Presents a collection under a mandate, as clearing would. */
export const presentCollection = (bank: Bank, resourceId: string, presented: Presented): Promise<Answered> =>
  internalCall(bank, 'mandates', below(mandatesInternal.presentCollection, resourceId), presented);

const everyMs = 500;

/** The same until it is booked or returned, as long as `patienceMs` lets it: presented again it is the same collection. */
export async function collect(bank: Bank, resourceId: string, presented: Presented, patienceMs = 30_000): Promise<CollectionState> {
  for (const until = performance.now() + patienceMs; ;) {
    const collection = succeeded<CollectionState>('collect', await presentCollection(bank, resourceId, presented));
    if (collection.state !== 'accepted' || performance.now() > until) return collection;
    await pause(everyMs);
  }
}

/** The bank suspends a mandate, or lets it go on. */
export const changeMandate = async (bank: Bank, resourceId: string, change: 'suspend' | 'resume'): Promise<MandateChanged> =>
  succeeded(
    `mandate ${change}`,
    await internalCall(
      bank,
      'mandates',
      below(change === 'suspend' ? mandatesInternal.suspendMandate : mandatesInternal.resumeMandate, resourceId),
      {},
    ),
  );

const below = <Row extends { readonly path: string }>(row: Row, resourceId: string): Row => ({
  ...row,
  path: row.path.replace('{resourceId}', encodeURIComponent(resourceId)),
});
