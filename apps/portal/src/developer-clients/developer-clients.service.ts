import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { ServiceSettings } from '@open-banking/config';
import { developerClientsContracts, type DeveloperClientRequest, type RotationRequest, type Unchanged } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { PortalSettings } from '../portal.settings.js';
import { activeClients, noteEnded, type ActiveClient } from './developer-clients.statements.js';
import { StoredDeveloperClient } from './developer-client.entity.js';

/** As many as ais-pis returns at once. */
const batchSize = 500;
/** Longer than any registration takes: a client that is unknown then has ended, or never came to be. */
const settledMs = 60_000;

/** A developer's description of a client. `authMethod`: default as the bank's profile. */
export interface ClientDetails {
  readonly name: string;
  readonly roles: readonly string[];
  readonly redirectUris: readonly string[];
  readonly authMethod?: string;
  readonly jwks?: object;
  readonly jwksUri?: string;
  readonly tlsSubject?: string;
  readonly organization?: string;
}

/** A client as ais-pis returns it. Times are ISO 8601. */
export interface DeveloperClient extends Omit<ClientDetails, 'authMethod'> {
  readonly clientId: string;
  readonly authMethod: string;
  readonly createdAt: string;
  readonly suspendedAt?: string;
  readonly suspensionReason?: string;
  /** Until when the previous credential stays valid. */
  readonly formerUntil?: string;
  /** Services that a scenario of the sandbox makes unavailable, each until an instant in milliseconds since 1970. */
  readonly outages?: Readonly<Record<string, number>>;
}

/** A client's new credentials, shown once: ais-pis keeps a hash. */
export interface ClientCredentials {
  readonly clientId: string;
  /** Absent where the client authenticates with a key or certificate of its own. */
  readonly clientSecret?: string;
  /** Until when the previous credential stays valid, after a rotation. */
  readonly previousUntil?: string;
}

interface CredentialAnswer {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly former_until?: string;
}

/** The clients of developers. Another developer's client is one that does not exist, here and at ais-pis. */
@Injectable()
export class DeveloperClientsService {
  constructor(
    private readonly database: Database,
    private readonly calls: InternalCalls,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  /** Whether developers may register clients; what they have registered stays theirs in any case. */
  get isOpen(): boolean {
    return this.portal.portalClients ?? this.service.sandbox;
  }

  /** All of them, oldest first. The bank bounds how many a developer registers (`MAX_REGISTRATIONS`). */
  async list(developerId: string): Promise<readonly DeveloperClient[]> {
    const all: DeveloperClient[] = [];
    for (let last: ActiveClient | undefined; ;) {
      const rows = await this.database.rows(activeClients, developerId, batchSize, last?.place ?? null, last?.clientId ?? null);
      all.push(...(await this.listActive(developerId, rows)));
      if (rows.length < batchSize) return all;
      last = rows.at(-1);
    }
  }

  private async listActive(developerId: string, rows: readonly ActiveClient[]): Promise<readonly DeveloperClient[]> {
    const clients = await this.ask(
      developerId,
      rows.map(({ clientId }) => clientId),
    );
    const active = new Set(clients.map(({ clientId }) => clientId));
    const before = Date.now() - settledMs;
    const ended = rows.filter(({ clientId, createdAt }) => !active.has(clientId) && createdAt.getTime() < before);
    if (ended.length > 0) await this.noteEnded(ended.map(({ clientId }) => clientId));
    return clients;
  }

  async find(developerId: string, clientId: string): Promise<DeveloperClient | undefined> {
    return isUuid(clientId) && (await this.owns(developerId, clientId)) ? (await this.ask(developerId, [clientId]))[0] : undefined;
  }

  /** Whether a client is, or was, this developer's. */
  async owns(developerId: string, clientId: string): Promise<boolean> {
    return (
      !clientId.includes('\0') && this.database.entities((manager) => manager.existsBy(StoredDeveloperClient, { clientId, developerId }))
    );
  }

  /**
   * The row comes first: a portal that ends in between leaves a client that its developer finds in the list, without a secret that
   * anybody knows, and can rotate or remove. Throws what ais-pis finds wrong, with paths such as `/redirectUris/0`.
   */
  async register(developerId: string, details: ClientDetails): Promise<ClientCredentials> {
    if (!this.isOpen)
      throw new Refusal([{ code: 'SERVICE_BLOCKED', text: 'Developers register no clients at this bank: ask it for one.' }]);
    const clientId = randomUUID();
    await this.database.transaction((tx) =>
      tx.entities((manager) => manager.insert(StoredDeveloperClient, { clientId, developerId, createdAt: new Date(), endedAt: null })),
    );
    // The developer wrote the details, and ais-pis checks them.
    const body = { clientId, ...details } as Unchanged<DeveloperClientRequest>;
    const call = { params: { developerId }, body, refusedInItsWords: true };
    const answer = await this.calls
      .call('ais-pis', developerClientsContracts.registerDeveloperClient, call)
      .catch(async (error: unknown) => {
        // Only what ais-pis has refused is known not to exist.
        if (error instanceof Refusal && error.status < 500)
          await this.database.transaction((tx) => tx.entities((manager) => manager.delete(StoredDeveloperClient, { clientId })));
        throw error;
      });
    return credentialsOf(answer, clientId);
  }

  /** A new secret, or the keys or certificate subject given. The previous credential stays valid for the overlap that the bank has set. */
  async rotate(
    developerId: string,
    clientId: string,
    changes: Pick<ClientDetails, 'jwks' | 'tlsSubject'> & { readonly keep?: string; readonly finish?: true } = {},
  ): Promise<ClientCredentials> {
    const answer = await this.calls.call('ais-pis', developerClientsContracts.rotateDeveloperClient, {
      params: { developerId, clientId },
      body: changes as Unchanged<RotationRequest>,
      refusedInItsWords: true,
    });
    return credentialsOf(answer, clientId);
  }

  /** Throws what ais-pis finds wrong, with paths such as `/redirectUris/0`. */
  async changeRedirectUris(developerId: string, clientId: string, redirectUris: readonly string[]): Promise<void> {
    await this.calls.call('ais-pis', developerClientsContracts.changeRedirectUris, {
      params: { developerId, clientId },
      body: { redirectUris },
      refusedInItsWords: true,
    });
  }

  /** Ends the client with its tokens and consents. The row stays: what the client did remains its developer's to read. */
  async remove(developerId: string, clientId: string): Promise<void> {
    await this.calls.call('ais-pis', developerClientsContracts.removeDeveloperClient, { params: { developerId, clientId } });
    if (await this.owns(developerId, clientId)) await this.noteEnded([clientId]);
  }

  private async ask(developerId: string, clientIds: readonly string[]): Promise<readonly DeveloperClient[]> {
    if (clientIds.length === 0) return [];
    const call = { params: { developerId }, body: { clientIds } };
    return (await this.calls.call('ais-pis', developerClientsContracts.listDeveloperClients, call)) ?? [];
  }

  private async noteEnded(clientIds: readonly string[]): Promise<void> {
    await this.database.rows(noteEnded, clientIds, new Date());
  }
}

function credentialsOf(answer: CredentialAnswer | undefined, clientId: string): ClientCredentials {
  if (!answer) throw new Refusal('RESOURCE_UNKNOWN');
  const { client_secret: clientSecret, former_until: previousUntil } = answer;
  return { clientId, ...(clientSecret !== undefined && { clientSecret }), ...(previousUntil !== undefined && { previousUntil }) };
}
