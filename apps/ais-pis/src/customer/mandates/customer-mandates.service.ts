import { Injectable } from '@nestjs/common';
import { InternalCalls, type CustomerMandate, type MandateChanged, type PendingMandate } from '@open-banking/access';
import { Refusal } from '@open-banking/messages';
import { mandatesInternal } from '@open-banking/spec';
import { CustomerAccountsService } from '../../customer-resources/customer-accounts.service.js';
import { ClientDirectoryService } from '../../directory/clients.service.js';

export interface WaitingMandate extends PendingMandate {
  readonly clientName: string;
}

/** What its customer does with a mandate. */
export const changes = {
  suspend: mandatesInternal.suspendMandate,
  resume: mandatesInternal.resumeMandate,
  end: mandatesInternal.endMandate,
} as const;
export type Change = keyof typeof changes;

/** What a customer may see of the mandates they have given, and do about them: asked of the service that has them. */
@Injectable()
export class CustomerMandatesService {
  constructor(
    private readonly calls: InternalCalls,
    private readonly accounts: CustomerAccountsService,
    private readonly clients: ClientDirectoryService,
  ) {}

  /** Undefined where the mandates service does not answer. */
  async list(psuId: string): Promise<readonly CustomerMandate[] | undefined> {
    const answer = await silently(() =>
      this.calls.call<{ mandates: CustomerMandate[] }>('mandates', mandatesInternal.listCustomerMandates, { body: { psuId } }),
    );
    return answer?.mandates;
  }

  async one(psuId: string, resourceId: string): Promise<CustomerMandate | undefined> {
    return (await this.list(psuId))?.find((mandate) => mandate.resourceId === resourceId);
  }

  /** Everything that waits for this customer besides another; nothing while nobody can say. */
  async pending(psuId: string): Promise<WaitingMandate[]> {
    const shared = (await this.accounts.of(psuId)).resources.filter(({ rule }) => rule === 'both').map(({ resourceId }) => resourceId);
    if (shared.length === 0) return [];
    const answer = await silently(() =>
      this.calls.call<{ mandates: PendingMandate[] }>('mandates', mandatesInternal.listPendingMandates, {
        body: { psuId, accountIds: shared },
      }),
    );
    const found = await Promise.all(
      (answer?.mandates ?? []).map(async (mandate) => ({ mandate, client: await this.clients.find(mandate.clientId) })),
    );
    // Who is no client any more asks for nothing.
    return found.flatMap(({ mandate, client }) => (client ? [{ ...mandate, clientName: client.name }] : []));
  }

  async clientName({ clientId }: Pick<CustomerMandate, 'clientId'>): Promise<string> {
    return (await this.clients.find(clientId))?.name ?? clientId;
  }

  /** False: it is not what it would have to be, or another's. */
  async change(psuId: string, resourceId: string, change: Change): Promise<boolean> {
    const answer = await this.calls.call<MandateChanged>('mandates', changes[change], { params: { resourceId }, body: { psuId } });
    return answer?.done ?? false;
  }

  /** False: it cannot be given back to this customer, or has been. */
  async refund(psuId: string, collectionId: string): Promise<boolean> {
    const answer = await this.calls.call<MandateChanged>('mandates', mandatesInternal.claimRefund, {
      params: { collectionId },
      body: { psuId },
    });
    return answer?.done ?? false;
  }
}

/** What cannot be asked now is left out; the page says so. */
async function silently<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.status === 503) return undefined;
    throw error;
  }
}
