import type { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { developerNotificationsInternal } from '@open-banking/spec';
import type { AuditService } from '../audit/audit.service.js';
import type { JobsService } from '../jobs/jobs.service.js';
import { patienceMs, requestOf } from './notification.js';
import { tellClient, type ClientsKnown } from './notifications.service.js';
import { findDelivery, hastenDelivery, listDeliveries, reopenNotification, type DeliveryRow } from './notifications.statements.js';

/** A notification with its last delivery. Times are told as ISO 8601. */
export interface DeliveryView extends Omit<DeliveryRow, 'signature'> {
  /** Whether it may be sent again, or is not given up yet. */
  readonly isRecent: boolean;
  /** As it was sent last; absent where it was not sent yet. */
  readonly request?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export interface DeliveryPage {
  readonly notifications: readonly DeliveryView[];
}

const mostOfPage = 200;

/** What became of the notifications of a developer's clients. */
export class DeveloperNotificationsService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
    private readonly clients: ClientsKnown,
  ) {}

  async list(
    developerId: string,
    { clientIds, before, most }: { readonly clientIds: readonly string[]; readonly before?: string; readonly most: number },
  ): Promise<DeliveryPage> {
    const own = await this.clients.ownedBy(developerId, clientIds);
    const rows = own.length > 0 ? await this.database.rows(listDeliveries, own, before ?? null, Math.min(most, mostOfPage)) : [];
    return { notifications: rows.map(viewOf) };
  }

  async read(developerId: string, notificationId: string): Promise<DeliveryView> {
    return viewOf(await this.ownRow(developerId, notificationId));
  }

  /**
   * Once more, with the same X-Request-ID: a settled one as the newest of its subject's that wait, another one in its place, without
   * waiting for its next try.
   */
  async sendAgain(developerId: string, notificationId: string): Promise<undefined> {
    const { clientId, subjectId, madeAt } = await this.ownRow(developerId, notificationId);
    if (!isRecent(madeAt)) throw new Refusal([{ code: 'STATUS_INVALID', text: 'A notification is sent for a week; this one is older.' }]);
    await this.database.transaction(async (tx) => {
      const reopened = await tx.row(reopenNotification, notificationId);
      if (reopened) await this.jobs.add(tx, tellClient, { notificationId }, { key: subjectId });
      else {
        await tx.rows(hastenDelivery, subjectId, notificationId);
        this.jobs.wakeAfter(tx, tellClient.name);
      }
      await this.audit.record(tx, {
        operation: developerNotificationsInternal.sendDeveloperNotification.id,
        clientId,
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

const isRecent = (madeAt: Date): boolean => Date.now() - madeAt.getTime() < patienceMs;

function viewOf({ signature, ...row }: DeliveryRow): DeliveryView {
  const view = { ...row, isRecent: isRecent(row.madeAt) };
  if (signature === null) return view;
  const { headers, body } = requestOf({ ...row, signature });
  return { ...view, request: { headers, body: body.toString() } };
}
