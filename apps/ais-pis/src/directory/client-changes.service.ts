import { Injectable } from '@nestjs/common';
import type { AuthMethod } from '@open-banking/issuer';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { refuseAll, Refusal, type Fault } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import { durationMs } from '../clock/duration.js';
import { fault, faultsOfKeys, knownMembers, needed } from './client-rules.js';
import { lockedClient } from './locked-client.js';
import { json, secretFor, type NewClient } from './clients.service.js';
import type { RotationRequest } from './directory.messages.js';
import { DirectorySettings } from './directory.settings.js';
import { endRotationOverlap, endRotationOverlaps, renewClient, type ClientRow } from './directory.statements.js';

/** What a renewed client is told; what counts besides, and until when. */
export interface CredentialRotation extends NewClient {
  readonly former_until?: Date;
}

const dayMs = 86_400_000;
/** As long as certificates overlap where they are renewed once a year. */
const mostKeptMs = 90 * dayMs;

/** How clients renew their credentials. */
@Injectable()
export class ClientChangesService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly settings: DirectorySettings,
  ) {}

  /** From now on the new one counts, and the former besides until the change-over ends: living tokens go on, whichever their client shows. */
  rotate(clientId: string, asked: RotationRequest, operator?: string): Promise<CredentialRotation> {
    return this.database.transaction(async (tx) => {
      const client = await lockedClient(tx, clientId, this.clock.now());
      if (asked.finish) await tx.rows(endRotationOverlap, clientId);
      await this.audit.record(tx, { operation: asked.finish ? 'finishChangeOver' : 'rotateClient', clientId, operator, subject: clientId });
      return asked.finish ? { client_id: clientId } : this.renewed(tx, clientId, client, asked);
    });
  }

  /** Each look-up goes by the date; here what has ended is forgotten. */
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
    const keptMs = durationMs(keep ?? `P${this.settings.changeOverDays}D`) ?? Number.POSITIVE_INFINITY;
    refuseAll(faultsOfRotation(client, { jwks, tlsSubject }, keptMs));
    if (client.previous && keptMs > 0)
      throw new Refusal([
        { code: 'STATUS_INVALID', text: 'This client has two already: end its change-over first, or keep neither (PT0S).' },
      ]);
    const until = keptMs > 0 ? new Date(this.clock.now().getTime() + keptMs) : null;
    const { hash, told } = secretFor(client.authMethod);
    await tx.rows(renewClient, clientId, hash, json(jwks && { keys: jwks.keys.map(knownMembers) }), tlsSubject ?? null, until);
    return { client_id: clientId, ...told, ...(until && { former_until: until }) };
  }
}

function faultsOfRotation(
  { authMethod, tlsSubject: present, jwksUri }: ClientRow,
  { jwks, tlsSubject }: RotationRequest,
  keptMs: number,
): Fault[] {
  const method = authMethod as AuthMethod;
  return [
    ...fault('/keep', keptMs > mostKeptMs ? `must be a duration of at most ${mostKeptMs / dayMs} days, such as PT168H` : undefined),
    ...(jwksUri === null
      ? needed('/jwks', 'private_key_jwt', method, jwks)
      : fault('/jwks', 'is where the client publishes it: at its jwks_uri, as many keys at once as it wants')),
    ...needed('/tlsSubject', 'tls_client_auth', method, tlsSubject),
    ...fault(
      '/tlsSubject',
      tlsSubject !== undefined && tlsSubject === present
        ? 'is its subject already: a renewed certificate of that name needs no change'
        : undefined,
    ),
    ...faultsOfKeys(jwks),
  ];
}
