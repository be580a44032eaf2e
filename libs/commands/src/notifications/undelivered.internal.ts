import { Injectable } from '@nestjs/common';
import {
  backgroundContracts,
  type InternalRequest,
  ServesInternal,
  type UndeliveredPage,
  UndeliveredQuery,
  type UndeliveredView,
} from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { backgroundInternal } from '@open-banking/spec';
import { AuditService } from '../audit/audit.service.js';
import { isRecent } from './notification.js';
import { NotificationsService } from './notifications.service.js';
import {
  givenUpBefore,
  givenUpNotifications,
  lockUndelivered,
  waitingNotifications,
  type UndeliveredRow,
} from './undelivered.statements.js';

const pageSize = 100;
/** Most settled notifications are delivered: so many are looked at for those that were not. */
const lookedAt = 10_000;

/** Operators see which notifications have not arrived, and have them sent again. */
@Injectable()
export class UndeliveredInternal {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(backgroundContracts.listUndelivered)
  async list({ body: { of, after, before = '9999-12-31T00:00:00Z' } }: InternalRequest<UndeliveredQuery>): Promise<UndeliveredPage> {
    if (of === 'waiting') {
      const notifications = await this.database.rows(waitingNotifications, after ?? null, pageSize);
      return { notifications: notifications.map(shown), ...(notifications.length === pageSize && { after: notifications.at(-1)!.jobId }) };
    }
    const [notifications, last] = await Promise.all([
      this.database.rows(givenUpNotifications, before, lookedAt),
      this.database.row(givenUpBefore, before, lookedAt - 1),
    ]);
    return { notifications: notifications.map(shown), ...(last && { before: last.before }) };
  }

  /** As `NotificationsService.sendAgain`; one that was delivered is the developer's to ask for. */
  @ServesInternal(backgroundContracts.retryNotification)
  async retry({ operator, params: { notificationId = '' } }: InternalRequest): Promise<undefined> {
    await this.database.transaction(async (tx) => {
      const found = await tx.row(lockUndelivered, notificationId);
      if (!found) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'No notification with this id waits or was given up.' }]);
      await this.notifications.sendAgain(tx, found);
      await this.audit.record(tx, { operation: backgroundInternal.retryNotification.id, operator, subject: found.subjectId });
    });
    return undefined;
  }
}

const shown = (row: UndeliveredRow): UndeliveredView => ({ ...row, isRecent: isRecent(new Date(row.madeAt)) });
