import { Inject, Injectable } from '@nestjs/common';
import { isSameNameText } from '@open-banking/access/certificate-name';
import { AuditService } from '@open-banking/commands';
import type { AuthMethod, NewClient, RotationRequest } from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { refuseAll, Refusal, type Fault, durationMs } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import {
  CLIENT_RULES,
  fault,
  faultsOfKeys,
  faultsOfRedirects,
  faultsOfSubject,
  knownMembers,
  requiredFor,
  type ClientRules,
} from './client-rules.js';
import { noPreviousCredential, StoredClient } from './client.entity.js';
import { lockedClient } from './locked-client.js';
import { json, secretFor } from './clients.service.js';
import { DirectorySettings } from './directory.settings.js';
import { endRotationOverlaps, renewClient, type ClientRow } from './directory.statements.js';

/** The result of a rotation: new credentials, and until when the previous ones stay valid. */
export interface CredentialRotation extends NewClient {
  readonly former_until?: Date;
  /** Where the overlap was to be ended: whether there was one. */
  readonly finished?: boolean;
}

const dayMs = 86_400_000;
/** A usual overlap of certificates that are renewed once a year. */
const maxOverlapMs = 90 * dayMs;

/** Changes clients: their credentials, and where their customers return. */
@Injectable()
export class ClientChangesService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly settings: DirectorySettings,
    @Inject(CLIENT_RULES) private readonly rules: ClientRules,
  ) {}

  /** The new credential is valid at once; the previous one until the rotation overlap ends. Existing tokens stay valid with either. */
  rotate(clientId: string, request: RotationRequest, operator?: string): Promise<CredentialRotation> {
    return this.database.transaction(async (tx) => {
      const client = await lockedClient(tx, clientId, this.clock.now());
      if (request.finish) await tx.entities((manager) => manager.update(StoredClient, { clientId }, noPreviousCredential));
      await this.audit.record(tx, {
        operation: request.finish ? 'finishChangeOver' : 'rotateClient',
        clientId,
        operator,
        subject: clientId,
      });
      return request.finish ? { client_id: clientId, finished: client.previous !== null } : this.renewed(tx, clientId, client, request);
    });
  }

  /** Authorizations that were begun with an address that is left out end: no customer and no code is sent there any more. */
  async changeRedirectUris(clientId: string, redirectUris: readonly string[]): Promise<void> {
    refuseAll(faultsOfRedirects(redirectUris, this.rules));
    await this.database.transaction(async (tx) => {
      await lockedClient(tx, clientId, this.clock.now());
      await tx.entities((manager) => manager.update(StoredClient, { clientId }, { redirectUris }));
      await this.audit.record(tx, { operation: 'changeRedirectUris', clientId, subject: clientId });
    });
  }

  /** Deletes previous credentials whose overlap has ended. Look-ups already ignore them by date. */
  @WhenDue()
  async endRotationOverlaps(): Promise<void> {
    await this.database.rows(endRotationOverlaps, this.clock.now());
  }

  private async renewed(
    tx: Transaction,
    clientId: string,
    client: ClientRow,
    { keep, jwks, tlsSubject }: RotationRequest,
  ): Promise<CredentialRotation> {
    const overlapMs = durationMs(keep ?? `P${this.settings.rotationOverlapDays}D`) ?? Number.POSITIVE_INFINITY;
    refuseAll(faultsOfRotation(client, { jwks, tlsSubject }, overlapMs));
    if (client.previous && overlapMs > 0)
      throw new Refusal([
        {
          code: 'STATUS_INVALID',
          text: 'This client already has a previous credential: finish its rotation first, or drop both old ones (PT0S).',
        },
      ]);
    const until = overlapMs > 0 ? new Date(this.clock.now().getTime() + overlapMs) : null;
    const { hash, issued } = secretFor(client.authMethod);
    await tx.rows(renewClient, clientId, hash, json(jwks && { keys: jwks.keys.map(knownMembers) }), tlsSubject ?? null, until);
    return { client_id: clientId, ...issued, ...(until && { former_until: until }) };
  }
}

function faultsOfRotation(
  { authMethod, tlsSubject: present, jwksUri }: ClientRow,
  { jwks, tlsSubject }: RotationRequest,
  overlapMs: number,
): Fault[] {
  const method = authMethod as AuthMethod;
  return [
    ...fault('/keep', overlapMs > maxOverlapMs ? `must be a duration of at most ${maxOverlapMs / dayMs} days, such as PT168H` : undefined),
    ...(jwksUri === null
      ? requiredFor('/jwks', 'private_key_jwt', method, jwks)
      : fault('/jwks', 'must be left out: this client publishes its keys at its jwks_uri and rotates them there')),
    ...requiredFor('/tlsSubject', 'tls_client_auth', method, tlsSubject),
    ...faultsOfSubject(tlsSubject),
    ...fault(
      '/tlsSubject',
      tlsSubject !== undefined && present !== null && isSameNameText(tlsSubject, present)
        ? 'is already the subject of this client: a renewed certificate with the same subject needs no change'
        : undefined,
    ),
    ...faultsOfKeys(jwks),
  ];
}
