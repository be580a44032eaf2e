import { createHash } from 'node:crypto';
import type { Database } from '@open-banking/database';
import { guardedPost, NotFetched, RecurringWork, type FetchPolicy } from '@open-banking/http';
import { JobHandler } from '../jobs/job-handler.decorator.js';
import { withoutDatabase } from '../jobs/job-slots.js';
import { addressFault, bodyOf, issuerOf } from './notification.js';
import { tellClient, type ClientsKnown } from './notifications.service.js';
import {
  findNotification,
  forgetNotifications,
  noteFailure,
  settleNotification,
  type NotificationRow,
} from './notifications.statements.js';
import { detachedSignature } from './detached-signature.js';
import type { SigningKeys } from './signing-keys.js';

export interface DeliveryParts {
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly clients: ClientsKnown;
  readonly baseUrl: string;
  readonly guard: FetchPolicy;
}

const patienceMs = 7 * 86_400_000;
const hourMs = 3_600_000;

/** Tells clients what has changed: at least once, in order, again and again for a week. */
export class Deliveries {
  constructor(private readonly parts: DeliveryParts) {}

  /** A process that dies between the client's answer and its own note tells it once more, with the same X-Request-ID. */
  @JobHandler(tellClient)
  async deliver({ notificationId }: { notificationId: string }): Promise<unknown> {
    const { database } = this.parts;
    const found = await database.row(findNotification, notificationId);
    if (!found) return undefined;
    const given = await this.givenUp(found);
    if (given !== undefined) return database.rows(settleNotification, notificationId, false, given);
    try {
      await this.refuseSuspended(found);
      await this.send(notificationId, found);
    } catch (error) {
      if (error instanceof NotFetched) await database.rows(noteFailure, notificationId, error.message);
      throw error;
    }
    return database.rows(settleNotification, notificationId, true, null);
  }

  /** Settled ones are kept 30 days. */
  @RecurringWork('forget-notifications', { everyMs: hourMs })
  async forget(): Promise<void> {
    while ((await this.parts.database.rows(forgetNotifications)).length === 1_000);
  }

  /** An address is looked at again each time: a client may have gone, or have other redirect URIs. */
  private async givenUp({ clientId, address, madeAt }: NotificationRow): Promise<string | undefined> {
    if (Date.now() - madeAt.getTime() > patienceMs) return 'given up after a week';
    const client = await this.parts.clients.find(clientId);
    return client ? addressFault(address, client.redirectUris) : 'the client is gone';
  }

  /** A client that is suspended is told nothing; what is not too old is told when it goes on. */
  private async refuseSuspended({ clientId }: NotificationRow): Promise<void> {
    const client = await this.parts.clients.find(clientId);
    if (client?.suspended) throw new NotFetched('the client is suspended');
  }

  private async send(notificationId: string, { subject, subjectId, address, status, reasonCode }: NotificationRow): Promise<void> {
    const { keys, baseUrl, guard } = this.parts;
    const body = bodyOf(subject, subjectId, { status, reasonCode });
    const { kid, key } = await keys.current();
    const signature = detachedSignature(body, key, {
      kid,
      iss: issuerOf(subject, baseUrl),
      aud: address,
      jti: notificationId,
      iat: Math.floor(Date.now() / 1_000),
    });
    const headers = {
      'content-type': 'application/json',
      'x-request-id': notificationId,
      digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
      'x-jws-signature': signature,
    };
    await withoutDatabase(() => guardedPost(address, headers, body, guard));
  }
}
