import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { maxFollowed, nextCursor, placeOf } from '../following/follow-cursor.js';
import type { FollowQuery } from '../following/following.messages.js';
import { isUnderOrigin } from './receiver-content.js';
import type { ReceivedNotifications, SandboxReceiver } from './receivers.messages.js';
import { ReceiversService } from './receivers.service.js';
import { latestReceivedByDeveloper, receivedByDeveloper, type DeveloperReceivedRow } from './receivers.statements.js';

/** The receivers of a developer's clients for programs: the command line makes them, and fetches what has arrived. */
@Injectable()
export class SandboxReceiversService {
  constructor(
    private readonly database: Database,
    private readonly clients: DeveloperClientsService,
    private readonly receivers: ReceiversService,
  ) {}

  async put(developerId: string, clientId: string): Promise<SandboxReceiver> {
    const client = await this.clients.find(developerId, clientId);
    if (!client) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'clientId', text: 'You have no client with this id.' }]);
    await this.receivers.make(clientId);
    const [receiver] = await this.receivers.list([clientId]);
    const address = this.receivers.receiverUrl(receiver!.receiverId);
    return { clientId, address, isUnderRedirectUri: isUnderOrigin(this.receivers.origin, client) };
  }

  async follow(developerId: string, { after, clientId: only }: FollowQuery): Promise<ReceivedNotifications> {
    const [clientId, kept] = [only ?? null, this.receivers.keptSince];
    const place = after === undefined ? undefined : placeOf(after);
    const rows = place
      ? await this.database.rows(receivedByDeveloper, developerId, clientId, kept, place.at, place.entryId, maxFollowed)
      : (await this.database.rows(latestReceivedByDeveloper, developerId, clientId, kept, maxFollowed)).toReversed();
    return { notifications: rows.map((row) => this.shown(row)), cursor: nextCursor(rows, after, Date.now()) };
  }

  private shown(row: DeveloperReceivedRow): ReceivedNotifications['notifications'][number] {
    const { entryId, clientId, at, requestId, digest, signature, body, fault } = row;
    return {
      entryId,
      clientId,
      address: this.receivers.receiverUrl(row.receiverId),
      receivedAt: at.toISOString(),
      ...(requestId !== null && { requestId }),
      ...(digest !== null && { digest }),
      ...(signature !== null && { signature }),
      body: body.toString('base64'),
      ...(fault !== null && { fault }),
    };
  }
}
