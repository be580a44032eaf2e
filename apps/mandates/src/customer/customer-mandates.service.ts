import { Injectable } from '@nestjs/common';
import {
  type CustomerMandate,
  CustomerMandateQuery,
  type CustomerMandates,
  CustomerMandatesQuery,
  type InternalRequest,
  mandatesContracts,
  type PendingMandate,
  PendingMandatesQuery,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { omitNullish, Refusal } from '@open-banking/messages';
import { CustomerAccountsService } from '../approvals/customer-accounts.service.js';
import { termsOf } from '../approvals/mandate-facts.js';
import { refundable } from '../collections/collection.js';
import { collectionState } from '../collections/collections.service.js';
import { collectionById, collectionsOf, collectionsOlderThan, type CollectionRow } from '../collections/collections.statements.js';
import { stateAt } from '../mandates/mandate.js';
import type { MandateRow } from '../mandates/mandates.statements.js';
import { mandateOfCustomer, mandatesOfCustomer, mandatesPending } from './customer.statements.js';

/** On a page; the next one has more. */
const maxMandates = 100;
const maxCollections = 100;
/** Of each mandate in the list: the newest, and older ones that can still be given back. */
const maxListedCollections = 24;
const maxWithRefundable = 200;

/** Serves the mandates on the accounts that a customer owns now to the customer pages, which run in ais-pis. */
@Injectable()
export class CustomerMandatesService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly accounts: CustomerAccountsService,
  ) {}

  /** With collections, which ais-pis of the release before looks up here. */
  @ServesInternal(mandatesContracts.listCustomerMandates)
  async list({ body: { psuId, after } }: InternalRequest<CustomerMandatesQuery>): Promise<CustomerMandates> {
    const found = await this.database.rows(mandatesOfCustomer, await this.customerAccountIds(psuId), after ?? null, maxMandates + 1);
    const mandates = found.slice(0, maxMandates);
    const collections = await this.database.rows(
      collectionsOf,
      mandates.map(({ resourceId }) => resourceId),
      maxWithRefundable,
    );
    const shown = mandates.map((mandate) => {
      const one = this.shown(
        mandate,
        collections.filter(({ resourceId }) => resourceId === mandate.resourceId),
      );
      return { ...one, collections: one.collections.filter(({ refundable: may }, at) => at < maxListedCollections || may) };
    });
    return { mandates: shown, ...(found.length > maxMandates && { after: mandates.at(-1)!.resourceId }) };
  }

  @ServesInternal(mandatesContracts.readCustomerMandate)
  async one({ params: { resourceId = '' }, body }: InternalRequest<CustomerMandateQuery>): Promise<CustomerMandate> {
    const mandate = await this.database.row(mandateOfCustomer, await this.customerAccountIds(body.psuId), resourceId);
    if (!mandate) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    if (body.collectionId !== undefined) {
      const collection = await this.database.row(collectionById, body.collectionId);
      return this.shown(mandate, collection?.resourceId === mandate.resourceId ? [collection] : []);
    }
    const found = await this.database.rows(collectionsOlderThan, mandate.resourceId, body.olderThan ?? null, maxCollections + 1);
    const collections = found.slice(0, maxCollections);
    return {
      ...this.shown(mandate, collections),
      ...(found.length > maxCollections && { olderThan: collections.at(-1)!.collectionId }),
    };
  }

  @ServesInternal(mandatesContracts.listPendingMandates)
  async pending({ body: { psuId, accountIds } }: InternalRequest<PendingMandatesQuery>): Promise<{ mandates: PendingMandate[] }> {
    const rows = accountIds.length > 0 ? await this.database.rows(mandatesPending, psuId, accountIds, this.clock.now()) : [];
    return {
      mandates: rows.map(({ resourceId, clientId, request, approveBy }) => ({
        resourceId,
        clientId,
        creditorName: request.creditor.name,
        approveBy: approveBy!.toISOString(),
      })),
    };
  }

  private async customerAccountIds(psuId: string): Promise<string[]> {
    return (await this.accounts.owned(psuId)).map(({ resourceId }) => resourceId);
  }

  private shown(mandate: MandateRow, collections: readonly CollectionRow[]): CustomerMandate {
    const { resourceId, clientId, request, suspendedBy, debtorAccount, dateOfSignature, statusChangedAt } = mandate;
    const today = this.clock.today();
    return omitNullish({
      resourceId,
      clientId,
      ...termsOf(request, dateOfSignature ?? today),
      status: stateAt(mandate, this.clock.now(), today).mandateStatus,
      suspendedBy,
      account: debtorAccount!,
      dateOfSignature,
      changedOn: this.clock.dayOf(statusChangedAt),
      collections: collections.map((one) => ({ ...collectionState(one), refundable: refundable(request.mandateType, one, today) })),
    }) as CustomerMandate;
  }
}
