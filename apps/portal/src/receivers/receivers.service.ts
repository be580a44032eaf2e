import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { receiverPages } from '@open-banking/spec';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { IssuerKeysService } from './issuer-keys.service.js';
import { notificationFault, type Arrived } from './notification-fault.js';
import type { Misbehaviour, StoredReceiver } from './receiver.entity.js';
import {
  findReceiver,
  listReceived,
  makeReceiver,
  purgeReceived,
  receiversOf,
  setMisbehaviour,
  storeReceived,
  takeMisbehaviour,
  trimReceived,
  type ReceivedRow,
} from './receivers.statements.js';

const keptMs = 7 * 86_400_000;
const maxKept = 50;

/** Receivers of notifications for trying out: one for each client, in a sandbox. */
@Injectable()
export class ReceiversService {
  constructor(
    private readonly database: Database,
    private readonly keys: IssuerKeysService,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  /** The portal's origin, which a redirect URI of the client must have in common with its receiver. */
  get origin(): string {
    return new URL(portalUrl(this.service.baseUrl, this.portal.portalHost)).origin;
  }

  receiverUrl(receiverId: string): string {
    return this.origin + receiverPages.receiveNotification.path.replace('{receiverId}', receiverId);
  }

  /** The clients are the developer's, as `DeveloperClientsService` has found. */
  list(clientIds: readonly string[]): Promise<StoredReceiver[]> {
    return this.database.rows(receiversOf, clientIds);
  }

  async make(clientId: string): Promise<void> {
    await this.database.rows(makeReceiver, randomBytes(16).toString('base64url'), clientId, new Date());
  }

  async misbehave({ receiverId }: StoredReceiver, misbehaviour: Misbehaviour | undefined, count: number): Promise<void> {
    await this.database.rows(setMisbehaviour, receiverId, misbehaviour ?? null, misbehaviour === undefined ? 0 : count);
  }

  /** The time since which what has arrived is kept. */
  get keptSince(): Date {
    return new Date(Date.now() - keptMs);
  }

  /** Newest first. */
  received({ receiverId }: StoredReceiver): Promise<ReceivedRow[]> {
    return this.database.rows(listReceived, receiverId, this.keptSince, maxKept);
  }

  /** How it is to be answered; undefined: there is no such receiver. What is not verified is shown so, and answered alike. */
  async receive(
    receiverId: string,
    arrived: Omit<Arrived, 'address'> & { readonly query: string },
  ): Promise<'well' | Misbehaviour | undefined> {
    if (receiverId.includes('\0') || !(await this.database.row(findReceiver, receiverId))) return undefined;
    const { requestId, digest, signature, body, query } = arrived;
    const issuers = {
      consents: this.keys.issuerOf('consents'),
      payments: this.keys.issuerOf('payments'),
      mandates: this.keys.issuerOf('mandates'),
    };
    const fault = await notificationFault({ ...arrived, address: this.receiverUrl(receiverId) + query }, issuers, (issuer, kid) =>
      this.keys.find(issuer, kid),
    );
    const answer = (await this.database.row(takeMisbehaviour, receiverId))?.misbehaviour;
    const shown = { fails: '500', slow: 'slow' };
    await this.database.rows(
      storeReceived,
      receiverId,
      new Date(),
      requestId ?? null,
      digest ?? null,
      signature ?? null,
      body,
      answer ? shown[answer] : '204',
      fault ?? null,
    );
    await this.database.rows(trimReceived, receiverId, maxKept);
    return answer ?? 'well';
  }

  @RecurringWork('purge-received-notifications', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeReceived, this.keptSince);
  }
}
