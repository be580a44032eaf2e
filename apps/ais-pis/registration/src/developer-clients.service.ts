import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { DeveloperClientRequest, DeveloperClientView, NewClient, RotationRequest } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import {
  ClientChangesService,
  type CredentialRotation,
  ClientDirectoryService,
  withoutNulls,
  developerHash,
  findDeveloperClient,
  listDeveloperClients,
} from '@open-banking/ais-pis-directory';
import { ClientRemovalService } from './removal/client-removal.service.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';

/** Clients that developers register at the portal. Customers are told, as of any client that registers itself, that the bank has not verified it. */
@Injectable()
export class DeveloperClientsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly clients: ClientDirectoryService,
    private readonly bounds: RegistrationBoundsService,
    private readonly changes: ClientChangesService,
    private readonly removal: ClientRemovalService,
  ) {}

  /** The client belongs to the developer from its first moment: both are one row. */
  register(developerId: string, { clientId, ...request }: DeveloperClientRequest): Promise<NewClient> {
    // Marks it as registered by itself. Nobody has the token: the portal manages it.
    const columns = { registrationHash: randomBytes(32) };
    return this.clients.add(clientId, request, columns, async (tx) => {
      await this.bounds.admitOfDeveloper(tx, clientId, developerHash(developerId));
      await this.audit.record(tx, { operation: 'registerDeveloperClient', clientId, subject: clientId });
    });
  }

  async list(developerId: string, clientIds: readonly string[]): Promise<readonly DeveloperClientView[]> {
    const rows = await this.database.rows(listDeveloperClients, clientIds, this.clock.now(), developerHash(developerId));
    return rows.map((row) => withoutNulls<DeveloperClientView>(row));
  }

  async rotate(developerId: string, clientId: string, request: RotationRequest): Promise<CredentialRotation> {
    await this.requireOwner(developerId, clientId);
    return this.changes.rotate(clientId, request);
  }

  async changeRedirectUris(developerId: string, clientId: string, redirectUris: readonly string[]): Promise<undefined> {
    await this.requireOwner(developerId, clientId);
    await this.changes.changeRedirectUris(clientId, redirectUris);
  }

  async remove(developerId: string, clientId: string): Promise<undefined> {
    await this.requireOwner(developerId, clientId);
    return this.removal.remove(clientId, { operation: 'removeDeveloperClient' });
  }

  /** Throws RESOURCE_UNKNOWN where the client is another's. A client never changes its owner, so nothing can happen between this and what follows. */
  async requireOwner(developerId: string, clientId: string): Promise<void> {
    if (!(await this.database.row(findDeveloperClient, developerHash(developerId), clientId)))
      throw new Refusal('RESOURCE_UNKNOWN', { clientId });
  }
}
