import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { DeveloperClientsService } from '../clients/developer-clients.service.js';
import { StoredConsoleClient } from './console-client.entity.js';
import { keepConsoleClient } from './console-clients.statements.js';
import { seal, unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { TokenRequestsService, type ConsoleClient } from './token-requests.service.js';

/** The client with which the console acts for a developer: one of the developer's own, registered when it is first needed. */
@Injectable()
export class ConsoleClientsService {
  constructor(
    private readonly database: Database,
    private readonly clients: DeveloperClientsService,
    private readonly keys: SealingKeysService,
    private readonly tokens: TokenRequestsService,
  ) {}

  async of(developerId: string): Promise<ConsoleClient> {
    const known = await this.known(developerId);
    if (!known) return this.register(developerId);
    const secret = unseal(this.keys.clientSecrets, known.sealedSecret, known.clientId);
    // The portal's key was rotated: what it had sealed is lost, and so is the client's former secret.
    if (secret === undefined) return this.rotate(developerId, known.clientId);
    return { clientId: known.clientId, secret };
  }

  /** The first client, or another one in the place of `removed`, which the bank no longer knows: its developer has removed it. */
  async register(developerId: string, removed?: string): Promise<ConsoleClient> {
    const { clientId, clientSecret } = await this.clients.register(developerId, {
      name: 'Developer console',
      roles: ['PSP_AI', 'PSP_PI'],
      redirectUris: [this.tokens.redirectUri],
      authMethod: 'client_secret_basic',
    });
    const client = await this.keep(developerId, clientId, clientSecret, removed);
    if (client) return client;
    // Another page needed it at the same moment and was faster: one client is enough.
    await this.clients.remove(developerId, clientId);
    return this.of(developerId);
  }

  private async rotate(developerId: string, clientId: string): Promise<ConsoleClient> {
    const { clientSecret } = await this.clients.rotate(developerId, clientId);
    return (await this.keep(developerId, clientId, clientSecret, clientId)) ?? this.of(developerId);
  }

  private known(developerId: string): Promise<StoredConsoleClient | null> {
    return this.database.entities((manager) => manager.findOneBy(StoredConsoleClient, { developerId }));
  }

  /** Undefined where the developer's console has another client already. */
  private async keep(
    developerId: string,
    clientId: string,
    secret: string | undefined,
    replaced: string | undefined,
  ): Promise<ConsoleClient | undefined> {
    if (secret === undefined) throw new Refusal('SERVICE_UNAVAILABLE', `the client ${clientId} was given no secret`);
    const sealedSecret = seal(this.keys.clientSecrets, secret, clientId);
    const kept = await this.database.row(keepConsoleClient, developerId, clientId, sealedSecret, new Date(), replaced ?? null);
    return kept && { clientId, secret };
  }
}
