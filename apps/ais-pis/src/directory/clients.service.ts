import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authMethodsOf, Clients, hashed, type AuthMethod, type Client } from '@open-banking/issuer';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { refuseAll } from '@open-banking/messages';
import { RegisterStandingsService } from '../authorisation-register/register-standings.service.js';
import { CLIENT_RULES, faultsOfClient, knownMembers, type ClientDetails, type ClientRules } from './client-rules.js';
import type { ClientPage, ClientRequest, ClientShown, ClientsAfter } from './directory.messages.js';
import { createClient, findClient, listClients, noteClientSeen, type ClientColumns, type ClientRow } from './directory.statements.js';

/** What a client is told once; the secret is kept nowhere. */
export interface NewClient {
  readonly client_id: string;
  readonly client_secret?: string;
}

const pageSize = 500;
const mostSeen = 10_000;
const fromTheFirst: ClientsAfter = { createdAt: '1970-01-01T00:00:00Z', clientId: '' };

/** The third parties this bank knows. */
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
    return row && acting(present(row));
  }

  async create(request: ClientRequest, operator?: string): Promise<NewClient> {
    const asked = { ...request, authMethod: (request.authMethod ?? authMethodsOf(this.rules)[0]!) as AuthMethod };
    refuseAll(faultsOfClient(asked, this.rules));
    await this.standings.admit(asked);
    const clientId = randomUUID();
    const { hash, told } = secretFor(asked.authMethod);
    await this.database.transaction(async (tx) => {
      await tx.rows(createClient, clientId, JSON.stringify(columnsOf(asked, hash)), this.clock.now());
      await this.audit.record(tx, { operation: 'createClient', clientId, operator, subject: clientId });
    });
    return { client_id: clientId, ...told };
  }

  /** Once a day and process: which of those that registered themselves are used. Nobody waits for it. */
  private noteSeen(clientId: string): void {
    const today = this.clock.today();
    if (this.seenOn.get(clientId) === today) return;
    if (this.seenOn.size >= mostSeen) this.seenOn.clear();
    this.seenOn.set(clientId, today);
    void this.database.rows(noteClientSeen, clientId, today).catch(() => {
      this.seenOn.delete(clientId);
    });
  }

  /** Those that are clients now, the oldest first; with nothing that opens anything. */
  async list(after: ClientsAfter = fromTheFirst): Promise<ClientPage> {
    const rows = await this.database.rows(listClients, after.createdAt, after.clientId, this.clock.now(), pageSize + 1);
    const clients = rows.slice(0, pageSize).map((row) => present<ClientShown>(row));
    const last = rows.length > pageSize ? clients.at(-1) : undefined;
    return { clients, ...(last && { next: { createdAt: last.createdAt, clientId: last.clientId } }) };
  }
}

/** A client that the register stops may do as little as one that the bank has suspended. */
const acting = (client: Client): Client => (client.registerStanding === undefined ? client : { ...client, suspended: true });

/** A client as it is written. */
export const columnsOf = (
  { name, authMethod, jwks, jwksUri, tlsSubject, tokenBinding, roles, redirectUris, organization }: ClientDetails,
  secretHash: string | null,
): ClientColumns => ({
  name,
  secret_hash: secretHash,
  auth_method: authMethod,
  jwks: jwks && { keys: jwks.keys.map(knownMembers) },
  jwks_uri: jwksUri,
  tls_subject: tlsSubject,
  token_binding: tokenBinding,
  roles,
  redirect_uris: redirectUris,
  organization,
});

/** A new secret, and what is kept of it; neither where a client shows itself in another way. */
export function secretFor(method: AuthMethod): { readonly hash: string | null; readonly told: { readonly client_secret?: string } } {
  if (!method.startsWith('client_secret')) return { hash: null, told: {} };
  const secret = randomBytes(32).toString('base64url');
  return { hash: hashed(secret).toString('base64url'), told: { client_secret: secret } };
}

export const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

export const present = <Shown = Client>(row: ClientRow | object): Shown =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Shown;
