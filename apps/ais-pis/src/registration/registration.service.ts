import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { bindingOf, grantsOf, hashed, RegistrationRefused, Registrations, scopesOfRoles, type Client } from '@open-banking/issuer';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { registrationEndpoints } from '@open-banking/spec';
import { CLIENT_RULES, type ClientRules } from '../directory/client-rules.js';
import { ClientRemovalService } from '../client-removal/client-removal.service.js';
import { columnsOf, present, secretFor } from '../directory/clients.service.js';
import { createClient, lockRegistered, updateClient, type RegisteredRow } from '../directory/directory.statements.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';
import { registrationRequestOf, type RegistrationRequest } from './registration-request.js';
import type { ClientMetadata, Registered, UpdateMembers } from './registration.messages.js';

type Told = Pick<Registered, 'registration_access_token' | 'client_secret'>;
type Known = Client & Pick<RegisteredRow, 'createdAt'>;

/** Clients that register themselves, and manage what they registered with a token that nothing else takes. */
@Injectable()
export class RegistrationService extends Registrations {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly removal: ClientRemovalService,
    private readonly bounds: RegistrationBoundsService,
    @Inject(CLIENT_RULES) private readonly rules: ClientRules,
  ) {
    super();
  }

  async register(body: unknown, address: string): Promise<Registered> {
    const clientId = randomUUID();
    const asked = registrationRequestOf(body, clientId, this.rules);
    const { hash, told } = secretFor(asked.authMethod);
    const token = randomBytes(32).toString('base64url');
    return this.database.transaction(async (tx) => {
      await tx.rows(
        createClient,
        clientId,
        JSON.stringify({ ...columns(asked, hash), registration_hash: `\\x${hashed(token).toString('hex')}` }),
        this.clock.now(),
      );
      await this.bounds.admit(tx, clientId, address);
      await this.audit.record(tx, { operation: 'registerClient', clientId, subject: clientId });
      return this.shown(tx, clientId, { ...told, registration_access_token: token });
    });
  }

  read(clientId: string, token: string): Promise<Registered> {
    return this.database.transaction((tx) => this.shown(tx, clientId, { registration_access_token: token }));
  }

  /** All metadata anew; a secret stays where the client goes on with one. */
  update(clientId: string, token: string, body: unknown): Promise<Registered> {
    return this.database.transaction(async (tx) => {
      const client = await this.known(tx, clientId, token);
      refuseForeign(client, body);
      const asked = registrationRequestOf(body, clientId, this.rules);
      const { hash, told } =
        client.secretHash !== undefined && asked.authMethod.startsWith('client_secret')
          ? { hash: client.secretHash, told: {} }
          : secretFor(asked.authMethod);
      await tx.rows(updateClient, clientId, JSON.stringify(columns(asked, hash)));
      await this.audit.record(tx, { operation: 'updateRegistration', clientId, subject: clientId });
      return this.shown(tx, clientId, { ...told, registration_access_token: token });
    });
  }

  async delete(clientId: string, token: string): Promise<void> {
    await this.database.transaction((tx) => this.known(tx, clientId, token));
    await this.removal.remove(clientId, { operation: 'deleteRegistration' });
  }

  private async known(tx: Transaction, clientId: string, token: string): Promise<Known> {
    const row = clientId.includes('\0') ? undefined : await tx.row(lockRegistered, clientId, this.clock.now(), hashed(token));
    if (!row) throw new RegistrationRefused('invalid_token', 'This is not the registration access token of this client.');
    return present<Known>(row);
  }

  private async shown(
    tx: Transaction,
    clientId: string,
    { client_secret: secret, registration_access_token: token }: Told,
  ): Promise<Registered> {
    const client = await this.known(tx, clientId, token);
    return {
      client_id: clientId,
      client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 as const }),
      ...metadataOf(client, this.rules),
      registration_client_uri: `${this.rules.baseUrl}${registrationEndpoints.registerClient.path}/${clientId}`,
      registration_access_token: token,
    };
  }
}

const columns = (asked: RegistrationRequest, secretHash: string | null) => ({
  ...columnsOf(asked, secretHash),
  grant_types: asked.grantTypes,
  scopes: asked.scopes,
});

/** RFC 7592 §2.2: an update names its client, must not bring what the bank alone gives, and names the secret only to say which. */
function refuseForeign({ clientId, secretHash, previous }: Known, body: unknown): void {
  const { client_id: id, client_secret: secret, ...rest } = (body ?? {}) as UpdateMembers & Record<string, unknown>;
  if (id !== clientId) throw new RegistrationRefused('invalid_client_metadata', 'client_id: must be that of the client.');
  const given = ['registration_access_token', 'registration_client_uri', 'client_secret_expires_at', 'client_id_issued_at'].find(
    (name) => rest[name] !== undefined,
  );
  if (given !== undefined) throw new RegistrationRefused('invalid_client_metadata', `${given}: is the bank's to give.`);
  const kept = [secretHash, previous?.secretHash].filter((one) => one !== undefined);
  if (secret !== undefined && !kept.includes(hashed(String(secret)).toString('base64url')))
    throw new RegistrationRefused('invalid_client_metadata', 'client_secret: must be the one the bank gave, or left out.');
}

/** What a client registered, with what the bank put in where it left something out. */
function metadataOf(
  client: Client,
  { profile }: ClientRules,
): Omit<Registered, keyof Told | 'client_id' | 'client_id_issued_at' | 'client_secret_expires_at' | 'registration_client_uri'> {
  const { jwks, jwksUri, tlsSubject, roles } = client;
  const grants = grantsOf(client, client.redirectUris);
  const binding = bindingOf(client, profile);
  return {
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    token_endpoint_auth_method: client.authMethod,
    grant_types: grants,
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    scope: (client.scopes ?? scopesOfRoles(roles)).join(' '),
    roles: [...roles],
    dpop_bound_access_tokens: binding === 'dpop',
    tls_client_certificate_bound_access_tokens: binding === 'tls',
    ...(jwks && { jwks: jwks as NonNullable<ClientMetadata['jwks']> }),
    ...(jwksUri !== undefined && { jwks_uri: jwksUri }),
    ...(tlsSubject !== undefined && { tls_client_auth_subject_dn: tlsSubject }),
  };
}
