import { Injectable } from '@nestjs/common';
import type { CustomerMandate, PendingMandate } from '@open-banking/access';
import { BankClock, Database } from '@open-banking/database';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { omitNullish } from '@open-banking/messages';
import { mandatesInternal } from '@open-banking/spec';
import { termsOf } from '../approvals/mandate-facts.js';
import { refundable } from '../collections/collection.js';
import { stateOf } from '../collections/collections.service.js';
import { collectionsOf, type CollectionRow } from '../collections/collections.statements.js';
import { stateAt } from '../mandates/mandate.js';
import type { MandateRow } from '../mandates/mandates.statements.js';
import { OfCustomer, PendingMandatesQuery } from './customer.messages.js';
import { mandatesOfCustomer, mandatesPending } from './customer.statements.js';

const mostMandates = 100;
/** Of one mandate: the newest, and older ones that can still be given back. */
const mostCollections = 24;
const mostWithRefundable = 200;

/** Serves the mandates a customer has approved to the customer pages, which run in ais-pis. */
@Injectable()
export class CustomerMandatesService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(mandatesInternal.listCustomerMandates, { body: OfCustomer })
  async list({ body: { psuId } }: InternalRequest<OfCustomer>): Promise<{ mandates: CustomerMandate[] }> {
    const mandates = await this.database.rows(mandatesOfCustomer, psuId, mostMandates);
    const collections = await this.database.rows(
      collectionsOf,
      mandates.map(({ resourceId }) => resourceId),
      mostWithRefundable,
    );
    return {
      mandates: mandates.map((mandate) =>
        this.shown(
          mandate,
          collections.filter(({ resourceId }) => resourceId === mandate.resourceId),
        ),
      ),
    };
  }

  @ServesInternal(mandatesInternal.listPendingMandates, { body: PendingMandatesQuery })
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
      collections: collections
        .map((one) => ({ ...stateOf(one), refundable: refundable(request.mandateType, one, today) }))
        .filter((one, at) => at < mostCollections || one.refundable),
    }) as CustomerMandate;
  }
}
