import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { consentClient, paymentClient } from '@open-banking/spec';
import { DeveloperClientsService, type DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { StoredConsoleChoice } from './console-choice.entity.js';
import { StoredConsoleClient } from './console-client.entity.js';
import { keepConsoleClient } from './console-clients.statements.js';
import { seal, unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { IssuerError, TokenRequestsService, type ConsoleClient } from './token-requests.service.js';

const ownName = 'Developer console';

/** The client of the console's calls. No `clientId`: one that is registered at the first call. */
export interface CallingClient {
  readonly name: string;
  readonly clientId?: string;
  readonly isChosen: boolean;
}

/** A developer's client, and why the console cannot call with it. */
export interface ClientChoice {
  readonly client: DeveloperClient;
  readonly unfit?: 'method' | 'redirect' | 'roles' | 'suspended';
}

/**
 * The client with which the console acts for a developer: one registered for it when it is first needed, or one that the developer has
 * chosen.
 */
@Injectable()
export class ConsoleClientsService {
  constructor(
    private readonly database: Database,
    private readonly clients: DeveloperClientsService,
    private readonly keys: SealingKeysService,
    private readonly tokens: TokenRequestsService,
  ) {}

  async forDeveloper(developerId: string): Promise<ConsoleClient> {
    const chosen = await this.chosen(developerId);
    if (chosen) {
      const secret = unseal(this.keys.clientSecrets, chosen.sealedSecret, chosen.clientId);
      if (secret === undefined) throw outdatedChoice;
      return { clientId: chosen.clientId, secret };
    }
    return this.own(developerId);
  }

  /** The client of the next call. */
  async calling(developerId: string): Promise<CallingClient> {
    const chosen = await this.chosen(developerId);
    const client = chosen && (await this.clients.find(developerId, chosen.clientId));
    if (client) return { name: client.name, clientId: client.clientId, isChosen: true };
    // The chosen one has been removed.
    if (chosen) await this.chooseOwn(developerId);
    const own = await this.known(developerId);
    return { name: ownName, isChosen: false, ...(own && { clientId: own.clientId }) };
  }

  /** The clients that the developer can choose, and why the others cannot be chosen. The console's own client is not among it. */
  async choices(developerId: string): Promise<readonly ClientChoice[]> {
    const [clients, own] = await Promise.all([this.clients.list(developerId), this.known(developerId)]);
    return clients
      .filter(({ clientId }) => clientId !== own?.clientId)
      .map((client) => ({ client, ...unfitness(client, this.tokens.redirectUri) }));
  }

  /** Whether the bank takes the secret: if so, the console calls with this client from now on. */
  async choose(developerId: string, { clientId, roles }: DeveloperClient, secret: string): Promise<boolean> {
    try {
      await this.tokens.clientToken(roles.includes('PSP_AI') ? consentClient : paymentClient, { clientId, secret });
    } catch (error) {
      if (error instanceof IssuerError && error.code === 'invalid_client') return false;
      throw error;
    }
    const sealedSecret = seal(this.keys.clientSecrets, secret, clientId);
    await this.database.transaction((tx) =>
      tx.entities((manager) =>
        manager.upsert(StoredConsoleChoice, { developerId, clientId, sealedSecret, chosenAt: new Date() }, ['developerId']),
      ),
    );
    return true;
  }

  async chooseOwn(developerId: string): Promise<void> {
    await this.database.transaction((tx) => tx.entities((manager) => manager.delete(StoredConsoleChoice, { developerId })));
  }

  /** In the place of a client that the bank no longer knows. A chosen one is not replaced: its developer has given it another secret. */
  async replace(developerId: string, { clientId }: ConsoleClient): Promise<ConsoleClient> {
    const chosen = await this.chosen(developerId);
    if (chosen && (await this.clients.find(developerId, chosen.clientId))) throw outdatedChoice;
    if (!chosen) return this.register(developerId, clientId);
    await this.chooseOwn(developerId);
    return this.own(developerId);
  }

  private async own(developerId: string): Promise<ConsoleClient> {
    const known = await this.known(developerId);
    if (!known) return this.register(developerId);
    const secret = unseal(this.keys.clientSecrets, known.sealedSecret, known.clientId);
    // The portal's key was rotated: what it had sealed is lost, and so is the client's former secret.
    if (secret === undefined) return this.rotate(developerId, known.clientId);
    return { clientId: known.clientId, secret };
  }

  /** The first client, or another one in the place of `removed`, which the bank no longer knows: its developer has removed it. */
  private async register(developerId: string, removed?: string): Promise<ConsoleClient> {
    const { clientId, clientSecret } = await this.clients.register(developerId, {
      name: ownName,
      roles: ['PSP_AI', 'PSP_PI'],
      redirectUris: [this.tokens.redirectUri],
      authMethod: 'client_secret_basic',
    });
    const client = await this.keep(developerId, clientId, clientSecret, removed);
    if (client) return client;
    // Another page needed it at the same moment and was faster: one client is enough.
    await this.clients.remove(developerId, clientId);
    return this.own(developerId);
  }

  private async rotate(developerId: string, clientId: string): Promise<ConsoleClient> {
    const { clientSecret } = await this.clients.rotate(developerId, clientId);
    return (await this.keep(developerId, clientId, clientSecret, clientId)) ?? this.own(developerId);
  }

  private chosen(developerId: string): Promise<StoredConsoleChoice | null> {
    return this.database.entities((manager) => manager.findOneBy(StoredConsoleChoice, { developerId }));
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

const outdatedChoice = new IssuerError(
  'invalid_client',
  'The secret of the client that you have chosen has changed. Enter its new secret in the console, or use the client that the console registers.',
);

/** The console sends a secret as most libraries do, and customers must find back to it. */
function unfitness({ authMethod, redirectUris, roles, suspendedAt }: DeveloperClient, redirectUri: string): Pick<ClientChoice, 'unfit'> {
  if (suspendedAt !== undefined) return { unfit: 'suspended' };
  if (authMethod !== 'client_secret_basic') return { unfit: 'method' };
  if (!roles.some((role) => role === 'PSP_AI' || role === 'PSP_PI')) return { unfit: 'roles' };
  return redirectUris.includes(redirectUri) ? {} : { unfit: 'redirect' };
}
