import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { authMethodsOf, hashed, type AuthMethod } from '@open-banking/issuer';
import { refuseAll, Refusal } from '@open-banking/messages';
import { RegisterStandingsService } from '../authorisation-register/register-standings.service.js';
import { ClientRemovalService } from '../client-removal/client-removal.service.js';
import { ClientChangesService, type CredentialRotation } from '../directory/client-changes.service.js';
import { CLIENT_RULES, faultsOfClient, type ClientRules } from '../directory/client-rules.js';
import { StoredClient } from '../directory/client.entity.js';
import { secretFor, storedDetails, withoutNulls, type NewClient } from '../directory/clients.service.js';
import type { DeveloperClientRequest, DeveloperClientView, RotationRequest } from '../directory/directory.messages.js';
import { findDeveloperClient, listDeveloperClients } from '../directory/directory.statements.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';

/** Clients that developers register at the portal. Customers are told, as of any client that registers itself, that the bank has not verified it. */
@Injectable()
export class DeveloperClientsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly standings: RegisterStandingsService,
    private readonly bounds: RegistrationBoundsService,
    private readonly changes: ClientChangesService,
    private readonly removal: ClientRemovalService,
    @Inject(CLIENT_RULES) private readonly rules: ClientRules,
  ) {}

  /** The client belongs to the developer from its first moment: both are one row. */
  async register(developerId: string, { clientId, ...request }: DeveloperClientRequest): Promise<NewClient> {
    const details = { ...request, authMethod: (request.authMethod ?? authMethodsOf(this.rules)[0]!) as AuthMethod };
    refuseAll(faultsOfClient(details, this.rules));
    await this.standings.admit(details);
    const { hash, issued } = secretFor(details.authMethod);
    await this.database.transaction(async (tx) => {
      await tx.entities((manager) =>
        manager.insert(StoredClient, {
          clientId,
          ...storedDetails(details, hash),
          organization: details.organization,
          // Marks it as registered by itself. Nobody has the token: the portal manages it.
          registrationHash: randomBytes(32),
          createdAt: this.clock.now(),
        }),
      );
      await this.bounds.admitOfDeveloper(tx, clientId, developerHash(developerId));
      await this.audit.record(tx, { operation: 'registerDeveloperClient', clientId, subject: clientId });
    });
    return { client_id: clientId, ...issued };
  }

  async list(developerId: string, clientIds: readonly string[]): Promise<readonly DeveloperClientView[]> {
    const rows = await this.database.rows(listDeveloperClients, clientIds, this.clock.now(), developerHash(developerId));
    return rows.map((row) => withoutNulls<DeveloperClientView>(row));
  }

  async rotate(developerId: string, clientId: string, request: RotationRequest): Promise<CredentialRotation> {
    await this.requireOwner(developerId, clientId);
    return this.changes.rotate(clientId, request);
  }

  async remove(developerId: string, clientId: string): Promise<undefined> {
    await this.requireOwner(developerId, clientId);
    return this.removal.remove(clientId, { operation: 'removeDeveloperClient' });
  }

  /** A client never changes its owner, so nothing can happen between this and what follows. */
  private async requireOwner(developerId: string, clientId: string): Promise<void> {
    if (!(await this.database.row(findDeveloperClient, developerHash(developerId), clientId)))
      throw new Refusal('RESOURCE_UNKNOWN', { clientId });
  }
}

/** Beside the hashes of networks in the same column: no network is written like this. */
const developerHash = (developerId: string): Buffer => hashed(`developer ${developerId}`);
