import { Injectable } from '@nestjs/common';
import type { CollectionState, MandateChanged } from '@open-banking/access';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { mandatesInternal } from '@open-banking/spec';
import { CollectionPresented, CustomerCollectionRequest } from './collections.messages.js';
import { CollectionsService } from './collections.service.js';

/** Internal endpoints for collections: the operator presents them, customers request refunds on their pages. */
@Injectable()
export class CollectionsInternal {
  constructor(private readonly collections: CollectionsService) {}

  @ServesInternal(mandatesInternal.presentCollection, { body: CollectionPresented })
  present({ params: { resourceId = '' }, body }: InternalRequest<CollectionPresented>): Promise<CollectionState> {
    return this.collections.present(resourceId, body);
  }

  @ServesInternal(mandatesInternal.claimRefund, { body: CustomerCollectionRequest })
  async claim({ params: { collectionId = '' }, body: { psuId } }: InternalRequest<CustomerCollectionRequest>): Promise<MandateChanged> {
    return { done: (await this.collections.refund(collectionId, psuId)) !== undefined };
  }
}
