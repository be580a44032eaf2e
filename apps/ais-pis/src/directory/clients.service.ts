import { createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authMethodsOf, Clients, hashed, redirectFault, type AuthMethod, type BankFacts, type Client, type RedirectRules } from '@open-banking/authorization';
import { BankClock, Database } from '@open-banking/database';
import { refuseAll, type Fault } from '@open-banking/messages';
import { SETTINGS } from '@open-banking/service';
import type { ClientRequest } from './directory.messages.js';
import { createClient, findClient, type ClientRow } from './directory.statements.js';

/** What a new client is told once; the secret is kept nowhere. */
export interface NewClient { readonly client_id: string; readonly client_secret?: string }

/** The third parties this bank knows. */
@Injectable()
export class ClientDirectory extends Clients {
  constructor(private readonly database: Database, private readonly clock: BankClock, @Inject(SETTINGS) private readonly settings: RedirectRules & BankFacts) { super(); }

  async find(clientId: string): Promise<Client | undefined> {
    const row = clientId.includes('\0') ? undefined : await this.database.row(findClient, clientId);
    return row && present(row);
  }

  async create(asked: ClientRequest): Promise<NewClient> {
    const { name, roles, redirectUris, authMethod = authMethodsOf(this.settings)[0]!, jwks, tlsSubject, tokenBinding, organization } = asked;
    this.refuseUnfit({ ...asked, authMethod });
    const clientId = randomUUID();
    const secret = authMethod.startsWith('client_secret') ? randomBytes(32).toString('base64url') : undefined;
    const secretHash = secret === undefined ? null : hashed(secret).toString('base64url');
    const optional = [tlsSubject ?? null, tokenBinding ?? null] as const;
    await this.database.rows(createClient, clientId, name, secretHash, authMethod, json(jwks), ...optional, roles, redirectUris, organization ?? null, this.clock.now());
    return { client_id: clientId, ...(secret !== undefined && { client_secret: secret }) };
  }

  private refuseUnfit({ redirectUris, authMethod, jwks, tlsSubject, tokenBinding }: ClientRequest & { readonly authMethod: string }): void {
    const allowed = authMethodsOf(this.settings);
    refuseAll([
      ...fault('/authMethod', allowed.includes(authMethod as AuthMethod) ? undefined : `must be ${allowed.join(' or ')} at this bank`),
      ...redirectUris.flatMap((uri, index) => fault(`/redirectUris/${index}`, redirectFault(uri, this.settings))),
      ...needed('/jwks', 'private_key_jwt', authMethod, jwks),
      ...needed('/tlsSubject', 'tls_client_auth', authMethod, tlsSubject),
      ...fault('/tokenBinding', tokenBinding === 'tls' && this.settings.tlsBaseUrl === undefined ? 'tls needs a TLS listener, and this bank has none' : undefined),
      ...(jwks?.keys ?? []).flatMap((key, index) => fault(`/jwks/keys/${index}`, keyFault(key))),
    ]);
  }
}

const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
const fault = (path: string, text: string | undefined): Fault[] => (text === undefined ? [] : [{ code: 'FORMAT_ERROR', path, text }]);

/** What one way of authentication cannot do without, and the others have no use for. */
const needed = (path: string, method: AuthMethod, chosen: string, value: unknown): Fault[] =>
  ((chosen === method) === (value !== undefined) ? [] : fault(path, chosen === method ? `is needed for ${method}` : `is for ${method} only`));

/** Whoever sends a private key has lost it. */
function keyFault(key: object): string | undefined {
  if ('d' in key || 'k' in key) return 'is a private key; send the public one, and make a new pair';
  try {
    createPublicKey({ key: key as never, format: 'jwk' });
    return undefined;
  } catch {
    return 'is not a public key (JWK)';
  }
}

const present = (row: ClientRow): Client =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Client;
