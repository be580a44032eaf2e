import { Injectable } from '@nestjs/common';
import {
  CollectionPresented,
  type CollectionState,
  CustomerCollectionRequest,
  type InternalRequest,
  type MandateChanged,
  mandatesContracts,
  ServesInternal,
} from '@open-banking/contracts';
import { CollectionsService } from './collections.service.js';

/** Internal endpoints for collections: the operator presents them, customers request refunds on their pages. */
@Injectable()
export class CollectionsInternal {
  constructor(private readonly collections: CollectionsService) {}

  @ServesInternal(mandatesContracts.presentCollection)
  present({ params: { resourceId = '' }, body }: InternalRequest<CollectionPresented>): Promise<CollectionState> {
    return this.collections.present(resourceId, body);
  }

  @ServesInternal(mandatesContracts.claimRefund)
  async claim({ params: { collectionId = '' }, body: { psuId } }: InternalRequest<CustomerCollectionRequest>): Promise<MandateChanged> {
    return { done: (await this.collections.refund(collectionId, psuId)) !== undefined };
  }
}
