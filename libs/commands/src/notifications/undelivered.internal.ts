import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { IsFormat, IsOneOf, Optional, ServesInternal, type InternalRequest } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { backgroundInternal } from '@open-banking/spec';
import { AuditService } from '../audit/audit.service.js';
import { retryKeyNow } from '../jobs/job-lists.statements.js';
import { JobsService } from '../jobs/jobs.service.js';
import { tellClient } from './notifications.service.js';
import {
  forgetGivenUp,
  givenUpBefore,
  givenUpNotifications,
  lockNotification,
  repeatNotification,
  waitingNotifications,
  type UndeliveredRow,
} from './undelivered.statements.js';

const pageSize = 100;
/** Most settled notifications are delivered: so many are looked at for those that were not. */
const lookedAt = 10_000;

export class UndeliveredQuery {
  @IsOneOf('waiting', 'given-up') readonly of!: 'waiting' | 'given-up';
  /** `next` of the previous page: of those that wait a job, of those given up an instant. */
  @Optional() @IsFormat('uuid') readonly after?: string;
  @Optional() @IsFormat('date-time') readonly before?: string;
}

/** `after` or `before` of the next page; neither on the last one. A page may be empty and have a next one. */
export interface UndeliveredPage {
  readonly notifications: readonly UndeliveredRow[];
  readonly after?: string;
  readonly before?: string;
}

/** Operators see which notifications have not arrived, and have them sent again. */
@Injectable()
export class UndeliveredInternal {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(backgroundInternal.listUndelivered, { body: UndeliveredQuery })
  async list({ body: { of, after, before = '9999-12-31T00:00:00Z' } }: InternalRequest<UndeliveredQuery>): Promise<UndeliveredPage> {
    if (of === 'waiting') {
      const notifications = await this.database.rows(waitingNotifications, after ?? null, pageSize);
      return { notifications, ...(notifications.length === pageSize && { after: notifications.at(-1)!.jobId }) };
    }
    const [notifications, last] = await Promise.all([
      this.database.rows(givenUpNotifications, before, lookedAt),
      this.database.row(givenUpBefore, before, lookedAt - 1),
    ]);
    return { notifications, ...(last && { before: last.before }) };
  }

  /** One that waits is sent now, if it is the first of its subject; one that was given up is told as a new notification, after those that wait. */
  @ServesInternal(backgroundInternal.retryNotification)
  async retry({ operator, params: { notificationId = '' } }: InternalRequest): Promise<undefined> {
    await this.database.transaction(async (tx) => {
      const found = await tx.row(lockNotification, notificationId);
      if (!found || found.delivered)
        throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'No notification with this id waits or was given up.' }]);
      const { subjectId } = found;
      if (found.settled) {
        const again = (await tx.row(repeatNotification, notificationId))!;
        await tx.rows(forgetGivenUp, notificationId);
        await this.jobs.add(tx, tellClient, again, { key: subjectId });
      } else {
        await tx.rows(retryKeyNow, tellClient.name, subjectId);
        this.jobs.wakeAfter(tx, tellClient.name);
      }
      await this.audit.record(tx, { operation: backgroundInternal.retryNotification.id, operator, subject: subjectId });
    });
    return undefined;
  }
}
