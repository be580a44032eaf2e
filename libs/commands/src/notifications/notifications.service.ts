import type { Transaction } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { Refusal, warnings, type Warnings } from '@open-banking/messages';
import type { CustomerAlerts, Happened } from '../customer-alerts/customer-alerts.service.js';
import { job } from '../jobs/job.js';
import type { JobsService } from '../jobs/jobs.service.js';
import {
  notificationAddressFault,
  asksForEntries,
  notificationContent,
  isRecent,
  type StatusChange,
  type NotificationContent,
  type NotificationSubject,
} from './notification.js';
import {
  hastenDelivery,
  keepAddress,
  noteChangeOfEach,
  noteChanges,
  reopenNotification,
  type DeliveryRow,
} from './notifications.statements.js';

interface NotedChange {
  readonly notificationId: string;
  readonly subjectId: string;
  readonly reasonCode: string | null;
}

/** Tells a client of one change. Those of one subject are told in order: one that cannot be told holds the next ones back. */
export const notifyClient = job<{ notificationId: string }>('tell-client', { ordered: true, maxRetryDelaySeconds: 3_600 });

/** Where the redirect URIs of a client are found; undefined: there is no such client (any more). */
export interface ClientsKnown {
  find(clientId: string): Promise<{ readonly redirectUris: readonly string[]; readonly suspended?: boolean } | undefined>;
  /** Those of these clients that are this developer's. */
  ownedBy(developerId: string, clientIds: readonly string[]): Promise<readonly string[]>;
}

/** Tells clients when the status of what they created changes, where they asked for it, and customers of what they approved. */
export class NotificationsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly clients: Pick<ClientsKnown, 'find'>,
    private readonly alerts?: Pick<CustomerAlerts, 'happened'>,
  ) {}

  /** What a request that creates something asks to be told; asked before its transaction, kept in it. */
  async requested(
    clientId: string,
    { notification }: Pick<RequestContext, 'notification'>,
    { hasEntries = false } = {},
  ): Promise<NotificationRequest> {
    if (!notification) return new NotificationRequest(clientId);
    const client = await this.clients.find(clientId);
    const fault = notificationAddressFault(notification.address, client?.redirectUris ?? []);
    return fault === undefined
      ? new NotificationRequest(clientId, {
          address: notification.address,
          content: notificationContent(notification.preferred),
          entries: hasEntries && asksForEntries(notification.preferred),
        })
      : new NotificationRequest(clientId, undefined, fault);
  }

  /** To be called in the transaction that changes a status, or several one after the other. `last`: no other can follow. */
  async changed(tx: Transaction, id: string, changes: readonly (StatusChange & { readonly last: boolean })[]): Promise<void> {
    const noted = await tx.rows(
      noteChanges,
      id,
      changes.map(({ status }) => status),
      changes.map(({ reasonCode }) => reasonCode ?? null),
      changes.map(({ last }) => last),
    );
    for (const one of noted) await this.jobs.add(tx, notifyClient, one, { key: id });
    await this.alerts?.happened(
      tx,
      changes.map(({ status }) => ({ id, status })),
    );
  }

  /** What changes no status, of which customers are told all the same. */
  async happened(tx: Transaction, happened: Happened): Promise<void> {
    await this.alerts?.happened(tx, [happened]);
  }

  /**
   * The same for changes of many, those of one in order, in two statements. The transaction has changed their rows, so it holds them.
   * Returns what will be told.
   */
  async changedEach(
    tx: Transaction,
    changes: readonly (StatusChange & { readonly id: string; readonly last: boolean })[],
  ): Promise<readonly NotedChange[]> {
    const noted = await this.notifyClients(tx, changes);
    await this.alerts?.happened(tx, changes);
    return noted;
  }

  /**
   * Something else about payments than their status has changed: clients are sent the status that each has, so that they read the payment
   * again, and customers what `happened` says.
   */
  async changedBesides(
    tx: Transaction,
    changes: readonly (StatusChange & { readonly id: string; readonly happened: Happened })[],
  ): Promise<void> {
    await this.notifyClients(
      tx,
      changes.map((change) => ({ ...change, last: false })),
    );
    await this.alerts?.happened(
      tx,
      changes.map(({ happened }) => happened),
    );
  }

  private async notifyClients(
    tx: Transaction,
    changes: readonly (StatusChange & { readonly id: string; readonly last: boolean })[],
  ): Promise<readonly NotedChange[]> {
    if (changes.length === 0) return [];
    const noted = await tx.rows(
      noteChangeOfEach,
      changes.map(({ id }) => id),
      changes.map(({ status }) => status),
      changes.map(({ reasonCode }) => reasonCode ?? null),
      changes.map(({ last }) => last),
    );
    await this.jobs.addAll(
      tx,
      notifyClient,
      noted.map(({ notificationId, subjectId }) => ({ key: subjectId, data: { notificationId } })),
    );
    return noted;
  }

  /**
   * Once more, with the same X-Request-ID: a settled one as the newest of its subject's that wait, another one in its place, without
   * waiting for its next try.
   */
  async sendAgain(
    tx: Transaction,
    { notificationId, subjectId, madeAt }: Pick<DeliveryRow, 'notificationId' | 'subjectId' | 'madeAt'>,
  ): Promise<void> {
    if (!isRecent(madeAt)) throw new Refusal([{ code: 'STATUS_INVALID', text: 'A notification is sent for a week; this one is older.' }]);
    const reopened = await tx.row(reopenNotification, notificationId);
    if (reopened) return this.jobs.add(tx, notifyClient, { notificationId }, { key: subjectId });
    await tx.rows(hastenDelivery, subjectId, notificationId);
    this.jobs.wakeAfter(tx, notifyClient.name);
  }
}

/** What a client wishes to be told of what it creates, and how it learns whether it will be. */
export class NotificationRequest {
  constructor(
    private readonly clientId: string,
    private readonly granted?: { readonly address: string; readonly content: NotificationContent; readonly entries: boolean },
    private readonly fault?: string,
  ) {}

  /** Whether there is something to keep. */
  get isGranted(): boolean {
    return this.granted !== undefined;
  }

  /** Whether the client is to be told of new entries. */
  get wantsEntries(): boolean {
    return this.granted?.entries ?? false;
  }

  async keep(tx: Transaction, subject: NotificationSubject, id: string): Promise<void> {
    if (this.granted) await tx.rows(keepAddress, id, subject, this.clientId, this.granted.address, this.granted.content);
  }

  /** NextGenPSD2 1.3.11: what is provided is told in headers; an address that is not taken is a warning, not a refusal. */
  on<Body extends object>({ body, headers, status }: Answer<Body>): Answer<Body & Warnings> {
    if (this.granted)
      return new Answer(
        body,
        {
          ...headers,
          'aspsp-notification-support': 'true',
          'aspsp-notification-content': `status=${this.granted.content}${this.granted.entries ? ',ENTRIES' : ''}`,
        },
        status,
      );
    if (this.fault === undefined) return new Answer(body, headers, status);
    return new Answer(
      { ...body, ...warnings([{ path: 'TPP-Notification-URI', text: `Nothing is told there. ${this.fault}` }]) },
      { ...headers, 'aspsp-notification-support': 'false' },
      status,
    );
  }
}
