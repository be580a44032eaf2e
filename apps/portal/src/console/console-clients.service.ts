import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { DeveloperClientsService } from '../clients/developer-clients.service.js';
import { StoredConsoleClient } from './console-client.entity.js';
import { seal, unseal } from './seal.js';
import { SealingKeysService } from './sealing-keys.service.js';
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
    const known = await this.database.entities((manager) => manager.findOneBy(StoredConsoleClient, { developerId }));
    if (!known) return this.register(developerId);
    const secret = unseal(this.keys.clientSecrets, known.sealedSecret, known.clientId);
    // The portal's key was rotated: what it had sealed is lost, and so is the client's former secret.
    if (secret === undefined) return this.replace(developerId, known.clientId);
    return { clientId: known.clientId, secret };
  }

  /** Another client in the place of one that the bank no longer knows: its developer has removed it. */
  async register(developerId: string): Promise<ConsoleClient> {
    const { clientId, clientSecret: secret } = await this.clients.register(developerId, {
      name: 'Developer console',
      roles: ['PSP_AI', 'PSP_PI'],
      redirectUris: [this.tokens.redirectUri],
      authMethod: 'client_secret_basic',
    });
    return this.keep(developerId, clientId, secret);
  }

  private async replace(developerId: string, clientId: string): Promise<ConsoleClient> {
    const { clientSecret: secret } = await this.clients.rotate(developerId, clientId);
    return this.keep(developerId, clientId, secret);
  }

  private async keep(developerId: string, clientId: string, secret: string | undefined): Promise<ConsoleClient> {
    if (secret === undefined) throw new Refusal('SERVICE_UNAVAILABLE', `the client ${clientId} was given no secret`);
    const sealedSecret = seal(this.keys.clientSecrets, secret, clientId);
    await this.database.transaction((tx) =>
      tx.entities((manager) =>
        manager.upsert(StoredConsoleClient, { developerId, clientId, sealedSecret, createdAt: new Date() }, ['developerId']),
      ),
    );
    return { clientId, secret };
  }
}
