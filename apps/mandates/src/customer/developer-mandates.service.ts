import { Injectable } from '@nestjs/common';
import {
  type DeveloperMandate,
  developerMandatesContracts,
  DeveloperObjectsQuery,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { returns } from '../collections/collection.js';
import { RemoteClientsService } from '../directory/remote-directory.service.js';
import { initialStatus, reasonText, stateAt } from '../mandates/mandate.js';
import { findDeveloperMandate, listDeveloperMandates, type DeveloperMandateRow } from './developer-mandates.statements.js';

const maxListed = 200;

/** Mandates of the clients of one developer, with the states that they have passed. ais-pis knows whose each client is. Sandbox only. */
@Injectable()
export class DeveloperMandatesService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly clients: RemoteClientsService,
  ) {}

  @ServesInternal(developerMandatesContracts.listDeveloperMandates)
  async list({ params, body }: InternalRequest<DeveloperObjectsQuery>): Promise<{ objects: DeveloperMandate[] }> {
    const { clientIds, status, before, most } = body;
    const own = await this.clients.ownedBy(params['developerId']!, clientIds);
    if (own.length === 0) return { objects: [] };
    const rows = await this.database.rows(listDeveloperMandates, own, status ?? null, before ?? null, Math.min(most, maxListed));
    return { objects: rows.map((row) => this.view(row)) };
  }

  @ServesInternal(developerMandatesContracts.readDeveloperMandate)
  async read({ params: { developerId = '', resourceId = '' } }: InternalRequest): Promise<DeveloperMandate> {
    const row = await this.database.row(findDeveloperMandate, resourceId);
    if (!row || (await this.clients.ownedBy(developerId, [row.clientId])).length === 0)
      throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    return this.view(row);
  }

  private view(row: DeveloperMandateRow): DeveloperMandate {
    const { mandateType, occurrences, creditor, creditorSchemeIdentification, debtor, mandateId } = row.request;
    const now = stateAt(row, this.clock.now(), this.clock.today());
    return {
      resourceId: row.resourceId,
      clientId: row.clientId,
      createdAt: row.createdAt.toISOString(),
      mandateId,
      ...now,
      suspendedBy: row.suspendedBy,
      scheme: mandateType.localInstrumentCode,
      sequence: occurrences.sequenceType,
      frequency: occurrences.frequencyType ?? null,
      ...amountsOf(row),
      creditorName: creditor.name,
      creditorScheme: creditorSchemeIdentification,
      debtorName: debtor.name,
      dateOfSignature: row.dateOfSignature,
      firstCollectionDate: occurrences.firstCollectionDate ?? null,
      finalCollectionDate: row.finalCollectionDate,
      approveBy: row.approveBy && row.approveBy.toISOString(),
      approvers: row.approvers.map((psuId) => ({ psuId, name: null })),
      states: passedStates(row, now),
      collections: row.collections.map((one) => ({ ...one, text: one.reason === null ? null : returns[one.reason] })),
      cancellation: row.cancellation,
    };
  }
}

function amountsOf({
  request,
  debtorAccount,
}: DeveloperMandateRow): Pick<DeveloperMandate, 'collectionAmount' | 'maximumAmount' | 'currency'> {
  const { collectionAmount = null, maximumAmount = null } = request;
  return { collectionAmount, maximumAmount, currency: debtorAccount?.currency ?? (collectionAmount ?? maximumAmount)?.currency ?? null };
}

function explained(reason: string | null): { reason?: string; text?: string } {
  const text = reason === null ? undefined : reasonText(reason);
  return { ...(reason !== null && { reason }), ...(text !== undefined && { text }) };
}

/** The statuses that a mandate has passed, oldest first; the last one is `now`. */
function passedStates(row: DeveloperMandateRow, now: ReturnType<typeof stateAt>): DeveloperMandate['states'] {
  const states = [
    { status: initialStatus as string, at: row.createdAt.toISOString() as string | null },
    ...row.history.map(({ to, at, reason }) => ({ status: to, at, ...explained(reason) })),
  ];
  if (states.at(-1)!.status === now.mandateStatus) return states;
  // Ended by time, and not stored yet.
  const at = now.mandateStatus === 'RJCT' ? (row.approveBy?.toISOString() ?? null) : null;
  return [...states, { status: now.mandateStatus, at, ...explained(now.reasonCode) }];
}
