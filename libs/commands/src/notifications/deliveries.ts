import { type Database, purgeAll } from '@open-banking/database';
import { guardedPost, NotFetched, RecurringWork, type FetchPolicy } from '@open-banking/http';
import { JobHandler } from '../jobs/job-handler.decorator.js';
import { withoutDatabase } from '../jobs/job-slots.js';
import {
  notificationAddressFault,
  notificationBody,
  notificationIssuer,
  retryPeriodMs,
  notificationRequest,
  type SignedNotification,
} from './notification.js';
import { notifyClient, type ClientsKnown } from './notifications.service.js';
import {
  findNotification,
  forgetNotifications,
  noteFailure,
  settleDelivered,
  settleGivenUp,
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

const hourMs = 3_600_000;

/** Tells clients what has changed: at least once, in order, again and again for a week. */
export class Deliveries {
  constructor(private readonly parts: DeliveryParts) {}

  /** A process that dies between the client's answer and its own note tells it once more, with the same X-Request-ID. */
  @JobHandler(notifyClient)
  async deliver({ notificationId }: { notificationId: string }): Promise<unknown> {
    const { database } = this.parts;
    const found = await database.row(findNotification, notificationId);
    if (!found) return undefined;
    const given = await this.givenUp(found);
    if (given !== undefined) return database.rows(settleGivenUp, notificationId, given);
    let signature: string | undefined;
    try {
      await this.refuseSuspended(found);
      signature = await this.sign(notificationId, found);
      const answer = await this.send({ notificationId, signature, ...found });
      return await database.rows(settleDelivered, notificationId, answer, signature);
    } catch (error) {
      if (error instanceof NotFetched)
        await database.rows(noteFailure, notificationId, error.message, error.status ?? null, signature ?? null);
      throw error;
    }
  }

  /** Settled ones are kept 30 days. */
  @RecurringWork('forget-notifications', { everyMs: hourMs })
  async forget(): Promise<void> {
    await purgeAll(this.parts.database, forgetNotifications);
  }

  /** An address is looked at again each time: a client may have gone, or have other redirect URIs. */
  private async givenUp({ clientId, address, madeAt }: NotificationRow): Promise<string | undefined> {
    if (Date.now() - madeAt.getTime() > retryPeriodMs) return 'given up after a week';
    const client = await this.parts.clients.find(clientId);
    return client ? notificationAddressFault(address, client.redirectUris) : 'the client is gone';
  }

  /** A client that is suspended is told nothing; what is not too old is told when it goes on. */
  private async refuseSuspended({ clientId }: NotificationRow): Promise<void> {
    const client = await this.parts.clients.find(clientId);
    if (client?.suspended) throw new NotFetched('the client is suspended');
  }

  private async sign(notificationId: string, row: NotificationRow): Promise<string> {
    const { keys, baseUrl } = this.parts;
    const { kid, key } = await keys.current();
    return detachedSignature(notificationBody(row.subject, row.subjectId, row), key, {
      kid,
      iss: notificationIssuer(row.subject, baseUrl),
      aud: row.address,
      jti: notificationId,
      iat: Math.floor(Date.now() / 1_000),
    });
  }

  private send(row: NotificationRow & SignedNotification): Promise<number> {
    const { headers, body } = notificationRequest(row);
    return withoutDatabase(() => guardedPost(row.address, headers, body, this.parts.guard));
  }
}
