import { Injectable } from '@nestjs/common';
import {
  CollectionPresented,
  type CollectionState,
  CustomerCollectionRequest,
  type InternalRequest,
  type MandateChanged,
  mandateScenariosContracts,
  mandatesContracts,
  ServesInternal,
} from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { RemoteClientsService } from '../directory/remote-directory.service.js';
import { mandateById } from '../mandates/mandates.statements.js';
import { CollectionsService } from './collections.service.js';

/** Internal endpoints for collections: the operator presents them, customers request refunds on their pages. */
@Injectable()
export class CollectionsInternal {
  constructor(
    private readonly collections: CollectionsService,
    private readonly database: Database,
    private readonly clients: RemoteClientsService,
  ) {}

  @ServesInternal(mandatesContracts.presentCollection)
  present({ params: { resourceId = '' }, body }: InternalRequest<CollectionPresented>): Promise<CollectionState> {
    return this.collections.present(resourceId, body);
  }

  /** What the creditor's bank would present, for the developer of the mandate's client. Sandbox only. */
  @ServesInternal(mandateScenariosContracts.collectDevelopersMandate)
  async collect({ params, body }: InternalRequest<CollectionPresented>): Promise<CollectionState> {
    const { developerId = '', resourceId = '' } = params;
    const mandate = await this.database.row(mandateById, resourceId);
    const owned = mandate ? await this.clients.ownedBy(developerId, [mandate.clientId]) : [];
    if (owned.length === 0) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    return this.collections.present(resourceId, body);
  }

  @ServesInternal(mandatesContracts.claimRefund)
  async claim({ params: { collectionId = '' }, body: { psuId } }: InternalRequest<CustomerCollectionRequest>): Promise<MandateChanged> {
    return { done: (await this.collections.refund(collectionId, psuId)) !== undefined };
  }
}
