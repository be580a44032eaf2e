import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { type CustomerMandate, type CustomerMandates, mandatesContracts, type PendingMandate } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import { CustomerAccountsService } from '@open-banking/ais-pis-accounts';
import { ClientDirectoryService } from '@open-banking/ais-pis-directory';

/** The client of a mandate as its customer sees it. */
export interface ShownClient {
  readonly clientName: string;
  /** The hash of its logo. */
  readonly logo?: string | undefined;
}

export type WaitingMandate = PendingMandate & ShownClient;

/** A customer's change of a mandate. */
export const changes = {
  suspend: mandatesContracts.suspendMandate,
  resume: mandatesContracts.resumeMandate,
  end: mandatesContracts.endMandate,
} as const;
export type Change = keyof typeof changes;

/** Whether nothing more can come of a mandate. */
export const isOver = ({ status }: Pick<CustomerMandate, 'status'>): boolean => !['PATC', 'ACTV', 'SUSP'].includes(status);

/** Accounts that the mandates service looks at in one call. */
const maxAccounts = 1_000;

/** Which collections a mandate is shown with. */
export interface CollectionsShown {
  readonly olderThan?: string;
  readonly collectionId?: string;
}

/** The mandates on a customer's accounts: reading and changing them through the mandates service. */
@Injectable()
export class RemoteMandatesService {
  constructor(
    private readonly calls: InternalCalls,
    private readonly accounts: CustomerAccountsService,
    private readonly clients: ClientDirectoryService,
  ) {}

  /** The first page, or the one after a mandate. Undefined if the mandates service is unavailable. */
  list(psuId: string, after?: string): Promise<CustomerMandates | undefined> {
    return unlessUnavailable(() =>
      this.calls.call('mandates', mandatesContracts.listCustomerMandates, {
        body: { psuId, ...(after !== undefined && { after }) },
      }),
    );
  }

  /** With its newest collections, those older than one, or one alone. Null: the customer has none with this id; undefined as in `list`. */
  async one(psuId: string, resourceId: string, shown: CollectionsShown = {}): Promise<CustomerMandate | null | undefined> {
    const mandate = await unlessUnavailable(() =>
      this.calls.call('mandates', mandatesContracts.readCustomerMandate, {
        params: { resourceId },
        body: { psuId, ...shown },
      }),
    );
    // A mandates service of the release before does not know the operation, and tells the collections in the list.
    if (mandate) return mandate;
    const listed = await this.list(psuId);
    return listed && (listed.mandates.find((one) => one.resourceId === resourceId) ?? null);
  }

  /** Mandates that wait for this customer as a further owner of their accounts; none while the mandates service is unavailable. */
  async pending(psuId: string): Promise<WaitingMandate[]> {
    const accountIds = (await this.accounts.listOwn(psuId)).resources.map(({ resourceId }) => resourceId);
    const waiting: PendingMandate[] = [];
    for (let at = 0; at < accountIds.length; at += maxAccounts)
      waiting.push(...(await this.pendingOn(psuId, accountIds.slice(at, at + maxAccounts))));
    const found = await Promise.all(waiting.map(async (mandate) => ({ mandate, client: await this.clients.find(mandate.clientId) })));
    // Requests of removed clients are not shown.
    return found.flatMap(({ mandate, client }) => (client ? [{ ...mandate, clientName: client.name, logo: client.logo }] : []));
  }

  private async pendingOn(psuId: string, accountIds: readonly string[]): Promise<readonly PendingMandate[]> {
    const answer = await unlessUnavailable(() =>
      this.calls.call('mandates', mandatesContracts.listPendingMandates, { body: { psuId, accountIds } }),
    );
    return answer?.mandates ?? [];
  }

  async client({ clientId }: Pick<CustomerMandate, 'clientId'>): Promise<ShownClient> {
    const client = await this.clients.find(clientId);
    return { clientName: client?.name ?? clientId, logo: client?.logo };
  }

  /** Returns false if the mandate's status does not allow the change, or it is another customer's. */
  async change(psuId: string, resourceId: string, change: Change): Promise<boolean> {
    const answer = await this.calls.call('mandates', changes[change], { params: { resourceId }, body: { psuId } });
    return answer?.done ?? false;
  }

  /** Returns false if the collection cannot be refunded to this customer, or already was. */
  async refund(psuId: string, collectionId: string): Promise<boolean> {
    const answer = await this.calls.call('mandates', mandatesContracts.claimRefund, {
      params: { collectionId },
      body: { psuId },
    });
    return answer?.done ?? false;
  }
}

/** Returns undefined if the service is unavailable; the page then says so. */
async function unlessUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.status === 503) return undefined;
    throw error;
  }
}
