import type { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { developerNotificationsInternal } from '@open-banking/spec';
import type { AuditService } from '../audit/audit.service.js';
import { isRecent, notificationRequest } from './notification.js';
import type { ClientsKnown, NotificationsService } from './notifications.service.js';
import { findDelivery, listDeliveries, type DeliveryRow } from './notifications.statements.js';

/** A notification with its last delivery. Times are told as ISO 8601. */
export interface DeliveryView extends Omit<DeliveryRow, 'signature'> {
  /** The notification may be sent again, or the sender has not given it up yet. */
  readonly isRecent: boolean;
  /** As it was sent last; absent where it was not sent yet. */
  readonly request?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export interface DeliveryPage {
  readonly notifications: readonly DeliveryView[];
}

const maxPageSize = 200;

/** What became of the notifications of a developer's clients. */
export class DeveloperNotificationsService {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clients: ClientsKnown,
  ) {}

  async list(
    developerId: string,
    { clientIds, before, most }: { readonly clientIds: readonly string[]; readonly before?: string; readonly most: number },
  ): Promise<DeliveryPage> {
    const own = await this.clients.ownedBy(developerId, clientIds);
    const rows = own.length > 0 ? await this.database.rows(listDeliveries, own, before ?? null, Math.min(most, maxPageSize)) : [];
    return { notifications: rows.map(deliveryView) };
  }

  async read(developerId: string, notificationId: string): Promise<DeliveryView> {
    return deliveryView(await this.ownRow(developerId, notificationId));
  }

  /** As `NotificationsService.sendAgain`. */
  async sendAgain(developerId: string, notificationId: string): Promise<undefined> {
    const row = await this.ownRow(developerId, notificationId);
    await this.database.transaction(async (tx) => {
      await this.notifications.sendAgain(tx, row);
      await this.audit.record(tx, {
        operation: developerNotificationsInternal.sendDeveloperNotification.id,
        clientId: row.clientId,
        subject: notificationId,
      });
    });
    return undefined;
  }

  private async ownRow(developerId: string, notificationId: string): Promise<DeliveryRow> {
    const row = await this.database.row(findDelivery, notificationId);
    if (!row || (await this.clients.ownedBy(developerId, [row.clientId])).length === 0)
      throw new Refusal('RESOURCE_UNKNOWN', { notificationId });
    return row;
  }
}

function deliveryView({ signature, ...row }: DeliveryRow): DeliveryView {
  const view = { ...row, isRecent: isRecent(row.madeAt) };
  if (signature === null) return view;
  const { headers, body } = notificationRequest({ ...row, signature });
  return { ...view, request: { headers, body: body.toString() } };
}
