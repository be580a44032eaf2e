import { Injectable } from '@nestjs/common';
import type { CollectionState, MandateChanged } from '@open-banking/access';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { mandatesInternal } from '@open-banking/spec';
import { CollectionPresented, CustomerAsked } from './collections.messages.js';
import { Collections } from './collections.service.js';

/** Collections as they come: presented by the operator, claimed back by customers on their pages. */
@Injectable()
export class CollectionsInternal {
  constructor(private readonly collections: Collections) {}

  @ServesInternal(mandatesInternal.presentCollection, { body: CollectionPresented })
  present({ params: { resourceId = '' }, body }: InternalRequest<CollectionPresented>): Promise<CollectionState> {
    return this.collections.present(resourceId, body);
  }

  @ServesInternal(mandatesInternal.claimRefund, { body: CustomerAsked })
  async claim({ params: { collectionId = '' }, body: { psuId } }: InternalRequest<CustomerAsked>): Promise<MandateChanged> {
    return { done: (await this.collections.refund(collectionId, psuId)) !== undefined };
  }
}
