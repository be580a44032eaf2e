import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionState, MandateChanged } from '@open-banking/contracts';
import { mandatesInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess, type HttpResponse } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

export interface PresentedCollection {
  readonly collectionId: string;
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly endToEndId?: string;
  readonly remittance?: string;
}

/** Presents a collection under a mandate, as clearing would. */
export const presentCollection = (bank: Bank, resourceId: string, presented: PresentedCollection): Promise<HttpResponse> =>
  internalCall(bank, 'mandates', below(mandatesInternal.presentCollection, resourceId), presented);

const pollMs = 500;

/** Presents a collection repeatedly until it is booked or returned, for at most `timeoutMs`. Repeating it has no further effect. */
export async function collect(
  bank: Bank,
  resourceId: string,
  presented: PresentedCollection,
  timeoutMs = 30_000,
): Promise<CollectionState> {
  for (const until = performance.now() + timeoutMs; ;) {
    const collection = expectSuccess<CollectionState>('collect', await presentCollection(bank, resourceId, presented));
    if (collection.state !== 'accepted' || performance.now() > until) return collection;
    await pause(pollMs);
  }
}

/** Suspends or resumes a mandate as the bank. */
export const changeMandate = async (bank: Bank, resourceId: string, change: 'suspend' | 'resume'): Promise<MandateChanged> =>
  expectSuccess(
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
