import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthMethod, ClientPage, ClientRequest, ClientView, ClientsAfter, NewClient } from '@open-banking/contracts';
import { type Client, Clients, authMethodsOf, idHash } from '@open-banking/issuer';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { refuseAll } from '@open-banking/messages';
import { RegisterStandingsService } from './register/register-standings.service.js';
import { CLIENT_RULES, faultsOfClient, knownMembers, type ClientDetails, type ClientRules } from './client-rules.js';
import { StoredClient } from './client.entity.js';
import { developerHash } from './developer-hash.js';
import { findClient, listClients, listDeveloperClients, noteClientSeen, viewClient, type ClientRow } from './directory.statements.js';

const pageSize = 500;
const maxSeenClients = 10_000;
const fromStart: ClientsAfter = { createdAt: '1970-01-01T00:00:00Z', clientId: '' };

/** The directory of clients (third parties). */
@Injectable()
export class ClientDirectoryService extends Clients {
  private readonly seenOn = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    @Inject(CLIENT_RULES) private readonly rules: ClientRules,
    private readonly audit: AuditService,
    private readonly standings: RegisterStandingsService,
  ) {
    super();
  }

  async find(clientId: string): Promise<Client | undefined> {
    const row = clientId.includes('\0') ? undefined : await this.database.row(findClient, clientId, this.clock.now());
    if (row?.registeredItself) this.noteSeen(clientId);
    return row && withRegisterStanding(withoutNulls(row));
  }

  /** Those of these clients that are this developer's. */
  async ownedBy(developerId: string, clientIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.rows(listDeveloperClients, clientIds, this.clock.now(), developerHash(developerId));
    return rows.map(({ clientId }) => clientId);
  }

  create(request: ClientRequest, operator?: string): Promise<NewClient> {
    const clientId = randomUUID();
    return this.add(clientId, request, {}, (tx) =>
      this.audit.record(tx, { operation: 'createClient', clientId, operator, subject: clientId }),
    );
  }

  /** Adds a client that the rules allow; `also` writes what comes with it, in the same transaction. */
  async add(
    clientId: string,
    request: ClientRequest,
    columns: Pick<Partial<StoredClient>, 'registrationHash'>,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<NewClient> {
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
          ...columns,
          createdAt: this.clock.now(),
        }),
      );
      await also(tx);
    });
    return { client_id: clientId, ...issued };
  }

  /** Records, at most once a day per process and in the background, that a self-registered client is in use. */
  private noteSeen(clientId: string): void {
    const today = this.clock.today();
    if (this.seenOn.get(clientId) === today) return;
    if (this.seenOn.size >= maxSeenClients) this.seenOn.clear();
    this.seenOn.set(clientId, today);
    void this.database.rows(noteClientSeen, clientId, today).catch(() => {
      this.seenOn.delete(clientId);
    });
  }

  /** A client without credentials. */
  async view(clientId: string): Promise<ClientView | undefined> {
    const row = await this.database.row(viewClient, clientId, this.clock.now());
    return row && withoutNulls<ClientView>(row);
  }

  /** Current clients, oldest first, without credentials. */
  async list(after: ClientsAfter = fromStart): Promise<ClientPage> {
    const rows = await this.database.rows(listClients, after.createdAt, after.clientId, this.clock.now(), pageSize + 1);
    const clients = rows.slice(0, pageSize).map((row) => withoutNulls<ClientView>(row));
    const last = rows.length > pageSize ? clients.at(-1) : undefined;
    return { clients, ...(last && { next: { createdAt: last.createdAt, clientId: last.clientId } }) };
  }
}

/** A client that the authorisation register stops is treated as suspended. */
const withRegisterStanding = (client: Client): Client => (client.registerStanding === undefined ? client : { ...client, suspended: true });

/** What a client says of itself, as it is stored: null where it says nothing. */
export const storedDetails = (
  { name, authMethod, jwks, jwksUri, tlsSubject, tokenBinding, roles, redirectUris }: ClientDetails,
  secretHash: string | null,
) => ({
  name,
  secretHash,
  authMethod,
  jwks: jwks ? { keys: jwks.keys.map(knownMembers) } : null,
  jwksUri: jwksUri ?? null,
  tlsSubject: tlsSubject ?? null,
  tokenBinding: tokenBinding ?? null,
  roles,
  redirectUris,
});

/** A new secret and its stored hash; neither if the client authenticates in another way. */
export function secretFor(method: AuthMethod): { readonly hash: string | null; readonly issued: { readonly client_secret?: string } } {
  if (!method.startsWith('client_secret')) return { hash: null, issued: {} };
  const secret = randomBytes(32).toString('base64url');
  return { hash: idHash(secret).toString('base64url'), issued: { client_secret: secret } };
}

export const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

export const withoutNulls = <Shown = Client>(row: ClientRow | object): Shown =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Shown;
