import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { bindingOf, grantsOf, idHash, RegistrationRefused, Registrations, scopesOfRoles, type Client } from '@open-banking/issuer';
import { isSameNameText } from '@open-banking/access/certificate-name';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import type { Fault } from '@open-banking/messages';
import { registrationEndpoints } from '@open-banking/spec';
import {
  CLIENT_RULES,
  fault,
  type ClientRules,
  noPreviousCredential,
  StoredClient,
  secretFor,
  storedDetails,
  withoutNulls,
  lockRegistered,
  type RegisteredRow,
} from '@open-banking/ais-pis-directory';
import { ClientRemovalService } from './removal/client-removal.service.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';
import { registrationRequestOf, type RegistrationRequest } from './registration-request.js';
import type { ClientMetadata, Registered, UpdateMembers } from './registration.messages.js';

type IssuedCredentials = Pick<Registered, 'registration_access_token' | 'client_secret'>;
type RegisteredClient = Client & Pick<RegisteredRow, 'createdAt'>;

/** Registers clients and lets them manage their registration with a registration access token, which no other endpoint accepts. */
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
    const request = registrationRequestOf(body, clientId, this.rules);
    const { hash, issued } = secretFor(request.authMethod);
    const token = randomBytes(32).toString('base64url');
    return this.database.transaction(async (tx) => {
      await tx.entities((manager) =>
        manager.insert(StoredClient, {
          clientId,
          ...stored(request, hash),
          registrationHash: idHash(token),
          createdAt: this.clock.now(),
        }),
      );
      await this.bounds.admit(tx, clientId, address);
      await this.audit.record(tx, { operation: 'registerClient', clientId, subject: clientId });
      return this.information(tx, clientId, { ...issued, registration_access_token: token });
    });
  }

  read(clientId: string, token: string): Promise<Registered> {
    return this.database.transaction((tx) => this.information(tx, clientId, { registration_access_token: token }));
  }

  /** Replaces all metadata. The secret stays if the client keeps authenticating with one. */
  update(clientId: string, token: string, body: unknown): Promise<Registered> {
    return this.database.transaction(async (tx) => {
      const client = await this.lockedClient(tx, clientId, token);
      const request = registrationRequestOf(body, clientId, this.rules, faultsOfReserved(client, body));
      const { hash, issued } =
        client.secretHash !== undefined && request.authMethod.startsWith('client_secret')
          ? { hash: client.secretHash, issued: {} }
          : secretFor(request.authMethod);
      const details = stored(request, hash);
      // A rotation overlap goes on while the client authenticates as before; otherwise the new credential alone counts.
      const change = authenticatesAlike(client, details) ? details : { ...details, ...noPreviousCredential };
      await tx.entities((manager) => manager.update(StoredClient, { clientId }, change));
      await this.audit.record(tx, { operation: 'updateRegistration', clientId, subject: clientId });
      return this.information(tx, clientId, { ...issued, registration_access_token: token });
    });
  }

  async delete(clientId: string, token: string): Promise<void> {
    await this.database.transaction((tx) => this.lockedClient(tx, clientId, token));
    await this.removal.remove(clientId, { operation: 'deleteRegistration' });
  }

  private async lockedClient(tx: Transaction, clientId: string, token: string): Promise<RegisteredClient> {
    const row = clientId.includes('\0') ? undefined : await tx.row(lockRegistered, clientId, this.clock.now(), idHash(token));
    if (!row) throw new RegistrationRefused('invalid_token', notOfClient);
    return withoutNulls<RegisteredClient>(row);
  }

  private async information(
    tx: Transaction,
    clientId: string,
    { client_secret: secret, registration_access_token: token }: IssuedCredentials,
  ): Promise<Registered> {
    const client = await this.lockedClient(tx, clientId, token);
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

const stored = (request: RegistrationRequest, secretHash: string | null) => ({
  ...storedDetails(request, secretHash),
  grantTypes: request.grantTypes,
  scopes: request.scopes ?? null,
});

const authenticatesAlike = (
  client: RegisteredClient,
  { authMethod, secretHash, jwks, tlsSubject }: Pick<StoredClient, 'authMethod' | 'secretHash' | 'jwks' | 'tlsSubject'>,
): boolean =>
  isDeepStrictEqual([client.authMethod, client.secretHash ?? null, client.jwks ?? null], [authMethod, secretHash, jwks]) &&
  (client.tlsSubject === undefined || tlsSubject === null || isSameNameText(client.tlsSubject, tlsSubject));

const notOfClient = { path: 'Authorization', text: 'The token is not the registration access token of this client.' };

/** RFC 7592 §2.2: an update must name its client, must not contain the members that the bank sets, and may only repeat the current secret. */
function faultsOfReserved({ clientId, secretHash, previous }: RegisteredClient, body: unknown): Fault[] {
  const { client_id: id, client_secret: secret, ...rest } = (body ?? {}) as UpdateMembers & Record<string, unknown>;
  const kept = [secretHash, previous?.secretHash].filter((one) => one !== undefined);
  const isKept = secret === undefined || kept.includes(idHash(String(secret)).toString('base64url'));
  return [
    ...fault('/client_id', id === clientId ? undefined : 'must be the id of this client.'),
    ...setByTheBank.flatMap((name) => fault(`/${name}`, rest[name] === undefined ? undefined : 'must be left out; the bank sets it.')),
    ...fault('/client_secret', isKept ? undefined : 'must be the secret that the bank issued, or left out.'),
  ];
}

const setByTheBank = ['registration_access_token', 'registration_client_uri', 'client_secret_expires_at', 'client_id_issued_at'];

/** The metadata of a client, with the bank's defaults for absent members. */
function metadataOf(
  client: Client,
  { profile }: ClientRules,
): Omit<
  Registered,
  keyof IssuedCredentials | 'client_id' | 'client_id_issued_at' | 'client_secret_expires_at' | 'registration_client_uri'
> {
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
